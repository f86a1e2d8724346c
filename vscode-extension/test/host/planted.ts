// The rig plants these values in the workspace; bundled into the tests from the same file.

// @ts-expect-error: plain JavaScript, without types of its own.
import { PLANTED as planted } from '../rig/planted.mjs';

export const PLANTED = planted as Record<'email' | 'password' | 'token', string>;

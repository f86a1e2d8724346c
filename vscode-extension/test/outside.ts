// The place that the rig makes, for tests that are bundled.

// @ts-expect-error: plain JavaScript, without types of its own.
import { outside as make } from './rig/outside.mjs';

export const outside = make as (near: string) => string;

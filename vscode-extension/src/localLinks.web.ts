// A browser sees no links: files come from a provider of VS Code, which has none or keeps them to itself.

import type { Links } from './links.js';

export const localLinks: Links | undefined = undefined;

// Builds the extension: component -> JavaScript glue (jco) -> one CommonJS file for Node.
import { transpileBytes } from '@bytecodealliance/jco-transpile';
import * as esbuild from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
const generated = join(here, 'generated');

/** Where `cargo xtask build` leaves the component; `SLOTGUARD_COMPONENT` names another. */
export function componentPath() {
  const target = process.env.CARGO_TARGET_DIR ?? join(here, '..', 'target');
  const path = process.env.SLOTGUARD_COMPONENT ?? join(target, 'slotguard', 'artifacts', 'slotguard.wasm');
  if (!existsSync(path)) {
    throw new Error(`no component at ${path}: run \`cargo xtask build\` first, or set SLOTGUARD_COMPONENT`);
  }
  return path;
}

/** Writes the glue and the core module to `generated/`, which only `src/guard.ts` imports. */
export async function transpile() {
  const { files, imports } = await transpileBytes(readFileSync(componentPath()), {
    name: 'component',
    instantiation: 'async',
    // Bundled for Node and for a browser worker alike: no Node modules in the glue, no shim package.
    nodejsCompat: false,
    wasiShim: false,
    validLiftingOptimization: true,
    minify: false,
  });
  const foreign = imports.filter((name) => !name.startsWith('wasi:random/random'));
  if (foreign.length > 0) {
    throw new Error(`the component imports more than entropy: ${foreign.join(', ')}`);
  }
  rmSync(generated, { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(generated, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name === 'component.js' ? quick(Buffer.from(content).toString('utf8')) : content);
  }
}

/**
 * The glue without what a call need not cost: it counts the bytes of a string in a loop before it encodes it, and asks
 * the environment several times a call whether it should print what it does, arguments and all.
 */
function quick(glue) {
  const encode = /function _utf8AllocateAndEncode\(s, realloc, memory\) \{[^]*?\n  \}\n/;
  const debug = /const _debugLog = \(\.\.\.args\) => \{[^]*?\n  \};\n/;
  if (!encode.test(glue) || !debug.test(glue)) {
    throw new Error('jco writes its glue in another way by now: look at `quick` in build.mjs');
  }
  return glue.replace(encode, QUICK_ENCODE).replace(debug, 'const _debugLog = () => {};\n');
}

const QUICK_ENCODE = `function _utf8AllocateAndEncode(s, realloc, memory) {
    if (typeof s !== 'string') {
      throw new TypeError('expected a string, received [' + typeof s + ']');
    }
    if (s.length === 0) { return { ptr: 1, len: 0 }; }
    const bytes = TEXT_ENCODER_UTF8.encode(s);
    const ptr = realloc(0, 0, 1, bytes.length);
    new Uint8Array(memory.buffer, ptr, bytes.length).set(bytes);
    return { ptr, len: bytes.length };
  }
`;

/** What every bundle of this package has in common. */
export const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  // Its other part reads files, and ours come from VS Code.
  alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
  logLevel: 'warning',
  // The glue's own way of fetching core modules, which `guard.ts` replaces.
  logOverride: { 'empty-import-meta': 'silent' },
  absWorkingDir: here,
};

const product = { ...common, entryPoints: ['src/main.ts'], minify: true, legalComments: 'none' };

/** Files with a twin for browsers: `environment.ts` and `environment.web.ts`. */
const forBrowsers = {
  name: 'for-browsers',
  setup: (build) =>
    build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => {
      const twin = join(resolveDir, path.replace(/\.js$/, '.web.ts'));
      return existsSync(twin) ? { path: twin } : undefined;
    }),
};

export async function bundle() {
  mkdirSync(join(here, 'dist'), { recursive: true });
  for (const name of readdirSync(generated).filter((file) => file.endsWith('.wasm'))) {
    copyFileSync(join(generated, name), join(here, 'dist', name));
  }
  await Promise.all([
    esbuild.build({ ...product, outfile: 'dist/main.js' }),
    esbuild.build({ ...product, outfile: 'dist/web.js', platform: 'browser', target: 'es2023', plugins: [forBrowsers] }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await transpile();
  await bundle();
}

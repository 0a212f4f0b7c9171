import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

type Output = Metafile['outputs'][string];

/** A module of this project that another one loads when a request needs it. What packages load so is part of the bundle. */
const isLazy = (path: string) => path.startsWith('lib/') && !path.startsWith('lib/bundle/');

/** Return whether a module of a bundle loads another one when a request needs it: by `import()`. */
export function hasLazyParts({ inputs: modules }: Output, inputs: Metafile['inputs']): boolean {
  return Object.keys(modules).some((path) =>
    inputs[path]?.imports.some(({ kind, path: imported }) => kind === 'dynamic-import' && isLazy(imported)),
  );
}

/**
 * Bundle a function whose modules load others when a request needs them. What the function always loads is one file,
 * `index.js`, because each file costs time at the start of an instance; the others are files beside it. esbuild splits no
 * CommonJS, so this takes three steps: split as ESM, join what is always loaded, and convert the parts, which get what they
 * share with `index.js` from it. Returns what all files contain.
 *
 * @param splitting the options of the first step; `conversion` those of the others.
 */
export function bundleWithLazyParts(target: string, splitting: BuildOptions, conversion: BuildOptions): Output {
  const split = join(target, 'split');
  const { outputs } = buildSync({
    ...splitting,
    outdir: split,
    format: 'esm',
    splitting: true,
    supported: { 'dynamic-import': true },
    chunkNames: '[name]-[hash]',
    sourcemap: 'linked',
    metafile: true,
  }).metafile;
  // That of the project says that no module has side effects: the next steps would leave out what a file does when loaded.
  writeFileSync(join(split, 'package.json'), '{}\n');
  const entry = Object.keys(outputs).find((path) => basename(path) === 'index.js')!;
  const loaded = reachable([entry], outputs);
  const parts = partsOf(loaded, outputs);
  const imported = new Set(parts.flatMap((path) => outputs[path]!.imports.map((each) => each.path)));
  const shared = [...loaded].filter((path) => imported.has(path));
  const exports = shared.map((path, index) => `export * as shared${index} from './${basename(path)}';`);
  const absolute = (path: string) => resolve(splitting.absWorkingDir!, path);
  buildSync({
    ...conversion,
    stdin: { contents: [`export * from './index.js';`, ...exports].join('\n'), resolveDir: split },
    bundle: true,
    external: parts.map(absolute),
    // Beside the parts, whose paths are relative to it.
    outfile: join(split, 'joined.js'),
  });
  move(join(split, 'joined.js'), join(target, 'index.js'));
  for (const [index, path] of shared.entries()) {
    writeFileSync(absolute(path), `${REEXPORT}('./index.js').shared${index};\n`);
  }
  for (const part of parts) {
    const external = ['./index.js', ...parts.filter((other) => other !== part).map(absolute)];
    const outfile = join(split, `converted-${basename(part)}`);
    buildSync({ ...conversion, entryPoints: [absolute(part)], bundle: true, external, outfile });
    move(outfile, join(target, basename(part)));
  }
  rmSync(split, { recursive: true });
  return mergeOutputs([...loaded, ...parts].map((path) => outputs[path]!));
}

const REEXPORT = 'module.exports = require';

/** Move a file with its source map. */
function move(from: string, to: string): void {
  for (const end of ['', '.map']) renameSync(`${from}${end}`, `${to}${end}`);
}

/** List files with those that they import other than by `import()`, directly or not. */
function reachable(files: Iterable<string>, outputs: Metafile['outputs']): Set<string> {
  const found = new Set(files);
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]!.imports) {
      if (kind === 'import-statement' && !external) found.add(imported);
    }
  }
  return found;
}

/** List the files beside those that are always loaded: what these load when a request needs it, and what that imports. */
function partsOf(loaded: Set<string>, outputs: Metafile['outputs']): string[] {
  const found = new Set<string>();
  for (const path of [...loaded, ...found]) {
    for (const { kind, path: imported } of outputs[path]!.imports) {
      if (kind === 'dynamic-import' && isLazy(outputs[imported]?.entryPoint ?? '')) found.add(imported);
    }
  }
  return [...reachable(found, outputs)].filter((path) => !loaded.has(path));
}

/** Return what several files contain together. */
function mergeOutputs(outputs: Output[]): Output {
  return {
    ...outputs[0]!,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    inputs: Object.assign({}, ...outputs.map(({ inputs }) => inputs)),
    imports: outputs.flatMap(({ imports }) => imports),
  };
}

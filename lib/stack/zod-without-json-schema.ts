import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every schema of zod has methods that convert it to JSON Schema, so bundles hold the converter although no function
// calls it: 18 kB, a fifth of zod. The API words its own messages, so the English ones of zod are not used either. The
// memoizer is for values that contain themselves, which JSON cannot; `zod/mini` is without it too.
const UNUSED = ['core/json-schema-processors.js', 'core/to-json-schema.js'];

/**
 * Copy zod to `folder` without its JSON Schema converter, its memoizer and its messages, and return the path of its entry module.
 * The exports of the converter remain and throw.
 */
export function copyZodWithoutJsonSchema(folder: string): string {
  const source = join(dirname(fileURLToPath(import.meta.resolve('zod'))), 'v4');
  cpSync(source, folder, { recursive: true, dereference: true, filter: (path) => !/\.(ts|cts|cjs)$/.test(path) });
  writeFileSync(join(folder, 'package.json'), '{"type":"module","sideEffects":false}\n');
  for (const file of UNUSED) {
    const text = readFileSync(join(folder, file), 'utf8');
    const names = [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
    const stubs = names.map((name) => `export const ${name} = missing;`);
    writeFileSync(join(folder, file), `${MISSING}\n${stubs.join('\n')}\n`);
  }
  writeFileSync(
    join(folder, 'core/memoizer.js'),
    'export const memoizer = () => undefined; export const isRecursiveSchema = () => false; export const isBackEdge = () => false;\n',
  );
  writeFileSync(join(folder, 'locales/en.js'), 'export default () => ({ localeError: () => undefined });\n');
  return join(folder, 'classic/external.js');
}

const MISSING = `function missing() { throw new Error('JSON Schema is not part of the bundles.'); }`;

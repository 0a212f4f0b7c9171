import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/api/endpoints.ts';
import { bundleFunctions } from '../../lib/stack/bundling.ts';
import { DOCS_SCRIPT_FILE } from '../../tools/local-stack/docs-script.ts';

// Loading code is most of a cold start, so its size has a budget.
const MAX_MEDIAN_BYTES = 300_000;

const TEXT_OF_THE_RENDERER = 'styled-components';

const folders = bundleFunctions();
const bundles = allEndpoints().map(([id]): [string, string] => [
  id,
  join(folders.get(id.replace('.', '/'))!, 'index.js'),
]);

describe('the bundles of the endpoints', () => {
  it(`have a median of at most ${MAX_MEDIAN_BYTES} bytes`, () => {
    const sizes = bundles.map(([, file]) => statSync(file).size).sort((one, other) => one - other);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_BYTES);
  });

  it('hold no renderer of the documentation, in no file of any function', () => {
    const files = [...folders.values()].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    const readText = (file: string) => {
      const bytes = readFileSync(file);
      return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    };
    expect(readText(DOCS_SCRIPT_FILE)).toContain(TEXT_OF_THE_RENDERER);
    expect(files.filter((file) => readText(file).includes(TEXT_OF_THE_RENDERER))).toEqual([]);
  });

  // `import('node:http')` reads every export of the module, and the one named WebSocket loads an HTTP client.
  it('load modules of Node.js without import(), in every function', () => {
    const files = [...folders.values()].map((folder) => join(folder, 'index.js'));
    const found = files.filter((file) => /\bimport\(/.test(readFileSync(file, 'utf8')));
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(bundles.length);
  });

  it('hold the declaration of their own endpoint and of no other', () => {
    const summaries = allEndpoints().map(([, { summary }]) => summary);
    for (const [id, file] of bundles) {
      const source = readFileSync(file, 'utf8');
      const held = allEndpoints().filter(([, { summary }]) => source.includes(JSON.stringify(summary)));
      expect(held.map(([each]) => each)).toEqual([id]);
    }
    expect(new Set(summaries).size).toBe(summaries.length);
  });
});

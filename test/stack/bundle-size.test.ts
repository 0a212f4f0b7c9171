import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/api/endpoints.ts';
import { bundleFunctions } from '../../lib/stack/bundling.ts';

// Loading code is most of a cold start, so its size has a budget.
const MAX_MEDIAN_BYTES = 300_000;

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

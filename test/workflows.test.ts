import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../.github/workflows');

test('every action of a workflow is pinned to a commit, with its version beside it', () => {
  const uses = globSync('*.yml', { cwd: FOLDER }).flatMap((file) =>
    readFileSync(join(FOLDER, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line)),
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

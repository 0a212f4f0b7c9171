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

test('every client library that is packed has the license, which is copied before', () => {
  const workflow = readFileSync(join(FOLDER, 'publish-clients.yml'), 'utf8');
  const scriptsOf = (client: string) => {
    const text = readFileSync(join(FOLDER, '../../clients', client, 'package.json'), 'utf8');
    return (JSON.parse(text) as { scripts: { prepack: string } }).scripts;
  };
  for (const client of ['typescript', 'cli']) {
    expect(scriptsOf(client).prepack).toMatch(/ && cp \.\.\/\.\.\/LICENSE \.$/);
    expect(workflow).toContain(
      `- run: npm run prepack && npm publish --ignore-scripts\n        working-directory: clients/${client}\n`,
    );
  }
  expect(workflow).toMatch(/- run: cp LICENSE clients\/python\/\n +- run: .* python -m build clients\/python /);
  expect(workflow).toMatch(/- run: cp \.\.\/\.\.\/LICENSE \. && gem build .*\n +working-directory: clients\/ruby\n/);
});

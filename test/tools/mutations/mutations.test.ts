import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MUTATIONS } from '../../../tools/mutations/mutations.ts';
import { applyEdit } from '../../../tools/mutations/run-mutation.ts';
import { SEED_FILES } from '../../../tools/mutations/seed-files.ts';

describe('the mutations of the models', () => {
  it.each(MUTATIONS.flatMap(({ name, edits }) => edits.map((edit) => ({ name, edit }))))(
    '$name changes a text that $edit.file has once',
    ({ edit }) => {
      const text = readFileSync(edit.file, 'utf8');
      expect(applyEdit(text, edit)).not.toBe(text);
    },
  );

  it('have a name of their own', () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
  });

  it('are for tests that exist', () => {
    expect(
      Object.values(SEED_FILES)
        .flat()
        .filter((file) => !existsSync(file)),
    ).toEqual([]);
  });
});

const RUN_MUTATION = resolve(import.meta.dirname, '../../../tools/mutations/run-mutation.ts');

describe('a run of a mutation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mutated-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'restores the file that it has changed when it receives %s',
    async (signal) => {
      const file = join(folder, 'service.ts');
      writeFileSync(file, 'before');
      const mutation = { model: 'calendar', edits: [{ file, find: 'before', replace: 'after' }], kills: { of: 1 } };
      const code = `import(${JSON.stringify(RUN_MUTATION)}).then(({ runMutation }) => runMutation(${JSON.stringify(mutation)}))`;
      const run = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
      const ended = once(run, 'exit');
      await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('after'), { timeout: 600_000, interval: 5 });
      run.kill(signal);
      await ended;
      expect(readFileSync(file, 'utf8')).toBe('before');
    },
  );
});

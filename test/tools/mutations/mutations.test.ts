import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

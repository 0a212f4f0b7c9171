import { describe, expect, it } from 'vitest';
import {
  appendFiles,
  type DraftFile,
  filePointer,
  MAX_FILES,
} from '../../dashboard/src/screens/composer/draft-files.ts';
import { moveRow } from '../../dashboard/src/screens/composer/rows.ts';

const file = (key: number, fields: Partial<DraftFile> = {}): DraftFile => {
  return { key, url: `https://example.com/${key}.jpg`, alt: '', type: 'image', ...fields };
};

describe('filePointer', () => {
  it('counts only the files that are sent', () => {
    const files = [
      file(3, { url: '' }),
      file(4, { url: '', uploadKey: 1 }),
      file(5),
      file(6, { url: '', mediaId: 'med_1' }),
    ];
    const pointers = files.map(({ key }) => filePointer(files, key, '/media'));
    expect(pointers).toEqual([null, null, '/media/0', '/media/1']);
  });
});

describe('appendFiles', () => {
  it('gives each file a key that no other one has', () => {
    const [, ...added] = appendFiles([file(4)], [file(0), file(0)]);
    expect(added.map(({ key }) => key)).toEqual([5, 6]);
  });

  it('adds no more files than a post can have', () => {
    const many = Array.from({ length: MAX_FILES }, (_, key) => file(key));
    expect(appendFiles(many.slice(1), [file(0), file(0)])).toHaveLength(MAX_FILES);
  });
});

describe('moveRow', () => {
  const moved = (key: number, by: number) => moveRow([file(1), file(2), file(3)], key, by).map((each) => each.key);

  it('moves a file by one position', () => {
    expect(moved(3, -1)).toEqual([1, 3, 2]);
    expect(moved(1, 1)).toEqual([2, 1, 3]);
  });

  it('leaves the first file first and the last one last', () => {
    expect(moved(1, -1)).toEqual([1, 2, 3]);
    expect(moved(3, 1)).toEqual([1, 2, 3]);
  });

  it('moves nothing for a file that was removed', () => {
    expect(moved(9, 1)).toEqual([1, 2, 3]);
  });
});

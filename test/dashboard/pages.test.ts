import { expect, it } from 'vitest';
import { loadAllPages } from '../../dashboard/src/api/pages.ts';

it('loads every page of a list in order, and reports the size of each', async () => {
  const pages = new Map([
    [undefined, { items: [1, 2], nextCursor: 'second' }],
    ['second', { items: [], nextCursor: 'third' }],
    ['third', { items: [3], nextCursor: null }],
  ]);
  const sizes: number[] = [];
  const items = await loadAllPages(
    async (cursor) => pages.get(cursor)!,
    (size) => sizes.push(size),
  );
  expect(items).toEqual([1, 2, 3]);
  expect(sizes).toEqual([2, 0, 1]);
});

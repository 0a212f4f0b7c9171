import { expect, test } from 'vitest';
import { findQueue } from '../../dashboard/src/screens/composer/proposed-queue.ts';

const QUEUES = [
  { id: 'que_1', name: 'default' },
  { id: 'que_2', name: 'News' },
];

test.each([
  ['que_2', 'que_2'],
  ['news', 'que_2'],
  [' DEFAULT ', 'que_1'],
  ['other', undefined],
  [null, undefined],
])('findQueue finds %j as %s', (proposed, id) => {
  expect(findQueue(QUEUES, proposed)?.id).toBe(id);
});

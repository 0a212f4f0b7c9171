import { describe, expect, it } from 'vitest';
import type { Target } from '../../dashboard/src/content/content.ts';
import { reportedPart, resolutionTitle } from '../../dashboard/src/screens/posts/resolution.ts';
import './english.ts';

const KINDS = ['post', 'reply', 'comment'] as const;

function target(...statuses: Target['parts'][number]['status'][]) {
  const unknown = { platform_post_id: null, url: null, published_at: null, error: null };
  return { parts: statuses.map((status, index) => ({ index, kind: KINDS[index]!, status, ...unknown })) };
}

describe('a report on an unconfirmed target', () => {
  it.each([
    [target('published', 'unconfirmed', 'pending'), { part: 1 }, 'Was Post 2 published on X?'],
    [target('published', 'published', 'unconfirmed'), { part: 2 }, 'Was the first comment published on X?'],
    // One request publishes all parts.
    [target('unconfirmed', 'unconfirmed', 'unconfirmed'), { part: 0 }, 'Was the post published on X?'],
    [target(), {}, 'Was it published on X?'],
  ])('names the part that is unconfirmed', (shown, part, title) => {
    expect([reportedPart(shown), resolutionTitle(shown, 'X')]).toEqual([part, title]);
  });
});

import { describe, expect, it } from 'vitest';
import { hostOf, type LinkCard, shownCard } from '../../dashboard/src/content/link-cards.ts';

const URL = 'https://example.com/a';
const card = (fields: Partial<LinkCard> = {}): LinkCard => ({
  ...{ platform: 'bluesky', url: URL, parts: [0, 2], title: 'News', description: '', image_url: null },
  ...fields,
});

describe('the link card in a preview', () => {
  it('is the one that was read when the post was submitted, on each part that shows it', () => {
    for (const part of [0, 2]) {
      expect(shownCard([card()], 'bluesky', part, URL)).toEqual({ kind: 'read', card: card() });
    }
    expect(shownCard([card()], 'bluesky', 1, null)).toBeNull();
  });

  it('is missing when the page could not be read, or was not read for the approval', () => {
    expect(shownCard([card({ title: null })], 'bluesky', 0, URL)).toEqual({ kind: 'none', url: URL });
    expect(shownCard([], 'bluesky', 0, URL)).toEqual({ kind: 'none', url: URL });
  });

  it('is made later for a post that is not submitted, and by a platform that reads pages itself', () => {
    expect(shownCard(null, 'bluesky', 0, URL)).toEqual({ kind: 'unread', url: URL });
    expect(shownCard([card()], 'twitter', 0, URL)).toEqual({ kind: 'unread', url: URL });
  });

  it('names the host, also of a link without a protocol', () => {
    expect([hostOf(URL), hostOf('example.com/a')]).toEqual(['example.com', 'example.com']);
  });
});

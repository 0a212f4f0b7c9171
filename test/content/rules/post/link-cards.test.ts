import { describe, expect, it } from 'vitest';
import { applyApprovalAction } from '../../../../lib/content/rules/approval/approval.ts';
import { contentHash } from '../../../../lib/content/rules/approval/content-hash.ts';
import { recordMaterialEdit } from '../../../../lib/content/rules/approval/material-edit.ts';
import { newContent } from '../../../../lib/content/rules/change/new-content.ts';
import type { Content, LinkCard } from '../../../../lib/content/rules/content.ts';
import { linksToRead, listLinks, MAX_LINK_CARDS, newLinkCard } from '../../../../lib/content/rules/post/card-links.ts';
import { approvedCards } from '../../../../lib/content/rules/post/link-card.ts';
import { defaultSettings } from '../../../../lib/identity/rules/workspace-settings.ts';
import type { Platform } from '../../../../lib/platforms/platform.ts';
import { NOW_MS } from '../items.ts';

const NEWS = 'https://example.com/news';
const OTHER = 'https://example.com/other';
const IMAGE = [{ url: 'https://media.example/a.jpg', type: 'image' as const }];

type Fields = Partial<Parameters<typeof newContent>[0]>;

function item(fields: Fields, ...platforms: Platform[]): Content {
  const owner = { id: 'cnt_1', workspaceId: 'ws_1', userId: 'usr_1' };
  return newContent({ title: 'Title', platforms, ...fields }, owner, NOW_MS);
}

const placesOf = (content: Content) => listLinks(content).map(({ platform, url, parts }) => [platform, url, parts]);

describe('the links whose cards the service makes', () => {
  it('are on Bluesky the first of each text without media, and the one that the post names', () => {
    const thread = [
      { text: `Again ${NEWS}`, media: [] },
      { text: `With an image ${OTHER}`, media: IMAGE },
      { text: 'Without a link', media: [] },
    ];
    const content = item({ description: `${NEWS} and ${OTHER}`, thread, first_comment: OTHER }, 'bluesky');
    expect(placesOf(content)).toEqual([
      ['bluesky', NEWS, [0, 1]],
      ['bluesky', OTHER, [4]],
    ]);
    const named = item({ description: NEWS, platform_options: { bluesky: { link: OTHER } } }, 'bluesky');
    expect(placesOf(named)).toEqual([['bluesky', OTHER, [0]]]);
  });

  it('are on LinkedIn only the one that the post names, and none on X and Instagram', () => {
    const platform_options = { linkedin: { link: NEWS } };
    const content = item({ description: OTHER, platform_options }, 'twitter', 'instagram', 'linkedin');
    expect(placesOf(content)).toEqual([['linkedin', NEWS, [0]]]);
  });

  it(`are read for at most ${MAX_LINK_CARDS} cards, and not for a URL of more than 2,048 characters`, () => {
    const urls = [`https://example.com/${'a'.repeat(2_040)}`, ...Array.from({ length: 6 }, (_, n) => `${NEWS}/${n}`)];
    const [description, ...texts] = urls as [string, ...string[]];
    const content = item({ description, thread: texts.map((text) => ({ text, media: [] })) }, 'bluesky');
    expect(linksToRead(content).map(({ url }) => url)).toEqual(urls.slice(1, 6));
  });

  it('are read first where a post names them, because such a post always has a card', () => {
    const thread = Array.from({ length: 5 }, (_, n) => ({ text: `${NEWS}/${n}`, media: [] }));
    const content = item(
      { thread, platform_options: { linkedin: { link: OTHER, thread: [] } } },
      'bluesky',
      'linkedin',
    );
    const links = linksToRead(content).map(({ platform, url }) => [platform, url]);
    expect(links).toEqual([['linkedin', OTHER], ...[0, 1, 2, 3].map((n) => ['bluesky', `${NEWS}/${n}`])]);
  });
});

describe('newLinkCard', () => {
  const link = { platform: 'bluesky' as const, url: NEWS, parts: [0], isNamed: false };
  const image = { hash: 'abc', content_type: 'image/webp', size_bytes: 1000 };

  it('has the title, the description and the image of the page, cut to 300 characters', () => {
    const page = { title: `${'T'.repeat(299)}😀`, description: 'D'.repeat(400) };
    const card = newLinkCard(link, page, image);
    expect(card).toMatchObject({ url: NEWS, parts: [0], description: 'D'.repeat(300), image: image });
    expect(card.title).toBe(`${'T'.repeat(299)}\ufffd`);
  });

  it('has no image that its platform does not accept', () => {
    const page = { title: 'Title', description: '' };
    expect(newLinkCard({ ...link, platform: 'linkedin' }, page, image).image).toBeNull();
    expect(newLinkCard(link, page, { ...image, content_type: 'image/gif' }).image).toBeNull();
  });

  it('of a page that could not be read is none, and has the host as title where the post names the link', () => {
    expect(newLinkCard(link, null, null)).toMatchObject({ title: null, image: null });
    expect(newLinkCard({ ...link, isNamed: true }, null, null)).toMatchObject({ title: 'example.com', image: null });
  });
});

describe('the cards of an item', () => {
  const settings = { ...defaultSettings('ws_1'), approval: 'required' as const };
  const content = item({ description: NEWS }, 'bluesky');
  const card: LinkCard = { platform: 'bluesky', url: NEWS, parts: [0], title: 'News', description: '', image: null };
  const author = { userId: 'usr_1', role: 'owner' as const };
  const submit = (of: Content, linkCards: LinkCard[]) =>
    applyApprovalAction(of, 'submit', { actor: author, linkCards }, settings, NOW_MS);
  const decide = (of: Content, action: 'approve' | 'request-changes' | 'withdraw') =>
    applyApprovalAction(of, action, { actor: { userId: 'usr_2', role: 'owner' } }, settings, NOW_MS);
  const pending = submit(content, [card]);

  it('are part of what the content hash covers', () => {
    const hashes = [[card], [{ ...card, title: 'Other' }], [{ ...card, title: null }], []].map(
      (cards) => submit(content, cards).approval!.content_hash,
    );
    expect(new Set(hashes).size).toBe(4);
    expect(pending.approval!.content_hash).toBe(contentHash(pending));
    // Without cards, the hash is that of earlier versions.
    expect(hashes[3]).toBe(contentHash(content));
  });

  it('are those that were submitted last, also for a decision', () => {
    const returned = decide(pending, 'request-changes');
    expect(returned.link_cards).toEqual([card]);
    const approved = decide(submit(returned, [{ ...card, title: 'New' }]), 'approve');
    expect(approved.link_cards).toEqual([{ ...card, title: 'New' }]);
  });

  it('are published exactly as approved, and read at the time of publication without an approval', () => {
    expect(approvedCards(decide(pending, 'approve'))).toEqual([card]);
    expect(approvedCards(decide(submit(content, []), 'approve'))).toEqual([]);
    expect([content, pending, decide(pending, 'withdraw')].map(approvedCards)).toEqual([null, null, null]);
    // Of an earlier version of the service.
    const { link_cards: _, ...earlier } = decide(pending, 'approve');
    expect(approvedCards(earlier)).toBeNull();
  });

  it('end with an edit of what is published, and with a withdrawal', () => {
    for (const before of [pending, decide(pending, 'request-changes'), decide(pending, 'approve')]) {
      expect(recordMaterialEdit(before, { ...before, title: 'New' }, { editedBy: 'usr_1' }, NOW_MS)).not.toHaveProperty(
        'link_cards',
      );
      expect(decide(before, 'withdraw')).not.toHaveProperty('link_cards');
    }
    expect(
      recordMaterialEdit(pending, { ...pending, scheduled_at: null }, { editedBy: 'usr_1' }, NOW_MS).link_cards,
    ).toEqual([card]);
  });
});

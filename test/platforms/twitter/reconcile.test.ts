import { describe, expect, it } from 'vitest';
import type { SentPost } from '../../../lib/platforms/publisher.ts';
import { twitterPublisher as x } from '../../../lib/platforms/twitter/publish.ts';
import { ACCOUNTS, makeConnection, startCannedServer, startRefusingServer, startServer } from '../platforms.ts';

const account = ACCOUNTS.twitter;
const sentAtMs = Date.parse('2026-11-20T22:30:15.700Z');
const image = { url: 'https://media.example/a.jpg', type: 'image' as const };

const sentPost = (text: string, media: SentPost['media'] = []): SentPost => ({
  text,
  media,
  preparation: { mediaIds: [] },
  sentAtMs,
  lastSentAtMs: sentAtMs,
});

interface Link {
  url: string;
  expanded_url: string;
}

const shown = (id: string, text: string, createdAt = '2026-11-20T22:30:16.000Z', urls: Link[] = []) => ({
  id,
  text,
  created_at: createdAt,
  edit_history_tweet_ids: [id],
  entities: { urls },
});
const photo = (id: string, link = 'https://t.co/PhotoPhoto'): Link => ({
  url: link,
  expanded_url: `https://x.com/me/status/${id}/photo/1`,
});

async function find(sent: SentPost, data: unknown) {
  await using server = await startCannedServer(200, { data, meta: { result_count: 1 } });
  const finding = await x.reconcile(sent, account, makeConnection(server.origin));
  expect(server.urls).toHaveLength(1);
  return finding;
}

const NOT_SEEN = { found: 'not_seen' };

describe('Looking for a post on X', () => {
  it('reads the own timeline from a minute before sending, and posts nothing', async () => {
    let seen: string[] = [];
    await using server = await startServer((request, response) => {
      seen = [request.method ?? '', request.headers.authorization ?? ''];
      response.end('{"meta":{"result_count":0}}');
    });
    expect(await x.reconcile(sentPost('hi'), account, makeConnection(server.origin))).toEqual(NOT_SEEN);
    expect(server.urls).toEqual([
      '/2/users/2244994945/tweets?max_results=100&start_time=2026-11-20T22:29:15Z&tweet.fields=created_at,entities',
    ]);
    expect(seen).toEqual(['GET', `Bearer ${account.accessToken}`]);
  });

  it('finds the post by its text, with its address and time', async () => {
    const data = [shown('3', 'later'), shown('2', 'Hello'), shown('1', 'before')];
    expect(await find(sentPost('Hello'), data)).toEqual({
      found: 'live',
      platformPostId: '2',
      url: 'https://x.com/i/web/status/2',
      publishedAtMs: Date.parse('2026-11-20T22:30:16Z'),
    });
  });

  it.each([
    ['the characters X writes as in HTML', 'a < b && c > d &amp;', 'a &lt; b &amp;&amp; c &gt; d &amp;amp;', []],
    ['composed and decomposed characters alike', 'cafe\u0301', 'caf\u00e9', []],
    ['white space X has trimmed', ' one\n two ', 'one\n two', []],
    [
      'a link X has shortened',
      'see https://example.com/a?b=c&d=$& now',
      'see https://t.co/AbCdEfGhIj now',
      [{ url: 'https://t.co/AbCdEfGhIj', expanded_url: 'https://example.com/a?b=c&d=$&' }],
    ],
    [
      'the same link twice',
      'https://example.com https://example.com',
      'https://t.co/AbCdEfGhIj https://t.co/AbCdEfGhIj',
      [{ url: 'https://t.co/AbCdEfGhIj', expanded_url: 'https://example.com' }],
    ],
    [
      'a link written without a protocol',
      'see example.com.',
      'see https://t.co/AbCdEfGhIj.',
      [{ url: 'https://t.co/AbCdEfGhIj', expanded_url: 'http://example.com/' }],
    ],
    ['an image of its own', 'look', 'look https://t.co/PhotoPhoto', [photo('1')]],
    [
      "a link to another post's image",
      'look https://x.com/me/status/7/photo/1',
      'look https://t.co/PhotoPhoto',
      [photo('7')],
    ],
  ])('knows a text again by %s', async (_what, written, text, urls) => {
    const found = await find(sentPost(written), [shown('1', text, undefined, urls)]);
    expect(found).toMatchObject({ found: 'live', platformPostId: '1' });
  });

  it.each([
    ['another text', 'Hello', shown('1', 'Hello!')],
    ['a text that only begins like it', 'Hello', shown('1', 'Hello world')],
    ['an older post with the same text', 'Hello', shown('1', 'Hello', '2026-11-20T22:29:14.000Z')],
    ['a post without a time', 'Hello', { id: '1', text: 'Hello' }],
    ['an id that is not text', 'Hello', { ...shown('1', 'Hello'), id: 1 }],
    [
      'a link to somewhere else',
      'see https://example.com/a',
      shown('1', 'see https://t.co/AbCdEfGhIj', undefined, [
        { url: 'https://t.co/AbCdEfGhIj', expanded_url: 'https://example.com/b' },
      ]),
    ],
  ])('does not take %s for the post', async (_what, written, post) => {
    expect(await find(sentPost(written), [post])).toEqual(NOT_SEEN);
  });

  it("allows for X's clock being behind by up to a minute", async () => {
    const found = await find(sentPost('Hello'), [shown('1', 'Hello', '2026-11-20T22:29:15.000Z')]);
    expect(found).toMatchObject({ found: 'live', platformPostId: '1' });
  });

  it('takes the first after sending when the text is there twice', async () => {
    const data = [shown('2', 'Hello', '2026-11-20T23:30:00.000Z'), shown('1', 'Hello')];
    expect(await find(sentPost('Hello'), data)).toMatchObject({ found: 'live', platformPostId: '1' });
  });

  describe('without a text', () => {
    const images = sentPost('', [image]);
    const alone = (id: string, createdAt?: string) => shown(id, 'https://t.co/PhotoPhoto', createdAt, [photo(id)]);

    it('finds the only post of images alone', async () => {
      const data = [shown('2', 'text'), alone('1')];
      expect(await find(images, data)).toMatchObject({ found: 'live', platformPostId: '1' });
    });

    it.each([
      ['two posts of images alone', [alone('2'), alone('1')]],
      ['images with a text', [shown('1', 'text https://t.co/PhotoPhoto', undefined, [photo('1')])]],
      ['a text without images', [shown('1', 'text')]],
      ['images posted much later', [alone('1', '2026-11-20T22:45:00.000Z')]],
    ])('does not choose among %s', async (_what, data) => {
      expect(await find(images, data)).toEqual(NOT_SEEN);
    });
  });

  it.each([200, 401, 402, 429, 500, 503])('proves nothing by an answer %s without posts', async (status) => {
    await using server = await startCannedServer(status, '<html>');
    expect(await x.reconcile(sentPost('Hello'), account, makeConnection(server.origin))).toEqual(NOT_SEEN);
    expect(server.urls).toHaveLength(1);
  });

  it('proves nothing by silence', async () => {
    await using server = await startServer((_request, response) => response.destroy());
    expect(await x.reconcile(sentPost('Hello'), account, makeConnection(server.origin))).toEqual(NOT_SEEN);
    const nowhere = makeConnection(await startRefusingServer());
    expect(await x.reconcile(sentPost('Hello'), account, nowhere)).toEqual(NOT_SEEN);
  });
});

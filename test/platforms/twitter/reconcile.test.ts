import { describe, expect, it } from 'vitest';
import type { SentPost } from '../../../lib/platforms/kit/publisher.ts';
import { twitterPublisher as x } from '../../../lib/platforms/twitter/adapter/publish.ts';
import { ACCOUNTS, makeConnection, startCannedServer, startRejectingServer, startServer } from '../platforms.ts';

const account = ACCOUNTS.twitter;
const sentAtMs = Date.parse('2026-11-20T22:30:15.700Z');
const image = { url: 'https://media.example/a.jpg', type: 'image' as const };

const sentPost = (text: string, media: SentPost['media'] = []): SentPost => ({
  text,
  media,
  preparation: { mediaIds: [] },
  window: { fromMs: Math.floor(sentAtMs / 1_000) * 1_000, toMs: sentAtMs + 61_000 },
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
const NONE = { found: 'candidates', posts: [] };
const found = (...ids: string[]) => ({
  found: 'candidates',
  posts: ids.map((platformPostId) => ({ platformPostId })),
});

describe('Looking for a post on X', () => {
  it('reads the own timeline from the second of sending to a minute after its end, and posts nothing', async () => {
    let seen: string[] = [];
    await using server = await startServer((request, response) => {
      seen = [request.method ?? '', request.headers.authorization ?? ''];
      response.end('{"meta":{"result_count":0}}');
    });
    expect(await x.reconcile(sentPost('hi'), account, makeConnection(server.origin))).toEqual(NONE);
    expect(server.urls).toEqual([
      '/2/users/2244994945/tweets?max_results=100&start_time=2026-11-20T22:30:15Z&end_time=2026-11-20T22:31:17Z&tweet.fields=created_at,entities,referenced_tweets',
    ]);
    expect(seen).toEqual(['GET', `Bearer ${account.accessToken}`]);
  });

  it('finds a part of a thread only among the answers to the post before it, and a post only among the others', async () => {
    const answering = (id: string, parent: string) => ({
      ...shown(id, 'Hello'),
      referenced_tweets: [
        { type: 'quoted', id: '7' },
        { type: 'replied_to', id: parent },
      ],
    });
    const data = [answering('4', '1'), answering('3', '2'), shown('2', 'Hello')];
    const replyTo = { kind: 'reply' as const, rootId: '1', parentId: '2' };
    expect(await find({ ...sentPost('Hello'), replyTo }, data)).toMatchObject(found('3'));
    expect(await find(sentPost('Hello'), data)).toMatchObject(found('2'));
  });

  it('finds the post by its text, with its URL and time', async () => {
    const data = [shown('3', 'later'), shown('2', 'Hello'), shown('1', 'before')];
    const post = {
      platformPostId: '2',
      url: 'https://x.com/i/web/status/2',
      publishedAtMs: Date.parse('2026-11-20T22:30:16Z'),
    };
    expect(await find(sentPost('Hello'), data)).toEqual({ found: 'candidates', posts: [post] });
  });

  it.each([
    ['the characters X writes as in HTML', 'a < b && c > d &amp;', 'a &lt; b &amp;&amp; c &gt; d &amp;amp;', []],
    ['composed and decomposed characters alike', 'cafe\u0301', 'caf\u00e9', []],
    ['white space X has trimmed', ' one\n two ', 'one\n two', []],
    ['a slash outside of a link', 'Open 24/7', 'Open 24/7', []],
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
    [
      "a link to another post's image",
      'look https://x.com/me/status/7/photo/1',
      'look https://t.co/PhotoPhoto',
      [photo('7')],
    ],
  ])('knows a text again by %s', async (_what, written, text, urls) => {
    expect(await find(sentPost(written), [shown('1', text, undefined, urls)])).toMatchObject(found('1'));
  });

  it('knows a text with an image of its own again', async () => {
    const data = [shown('1', 'look https://t.co/PhotoPhoto', undefined, [photo('1')])];
    expect(await find(sentPost('look', [image]), data)).toMatchObject(found('1'));
  });

  it.each([
    ['another text', 'Hello', shown('1', 'Hello!')],
    ['a text that only begins like it', 'Hello', shown('1', 'Hello world')],
    ['an older post with the same text', 'Hello', shown('1', 'Hello', '2026-11-20T22:30:14.000Z')],
    ['a later post with the same text', 'Hello', shown('1', 'Hello', '2026-11-20T22:31:17.000Z')],
    ['a text with other slashes', 'Open 24/7', shown('1', 'Open 247')],
    ['a text with other white space', 'one two', shown('1', 'one\n two')],
    ['the same text with an image', 'Hello', shown('1', 'Hello https://t.co/PhotoPhoto', undefined, [photo('1')])],
    [
      'the path of a link elsewhere',
      'see https://example.com/a/b',
      shown('1', 'see https://t.co/AbCdEfGhIj', undefined, [
        { url: 'https://t.co/AbCdEfGhIj', expanded_url: 'https://example.com/ab' },
      ]),
    ],
    ['an id that is too long', 'Hello', shown('1'.repeat(20), 'Hello')],
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
    expect(await find(sentPost(written), [post])).toEqual(NONE);
  });

  it('takes a post of the second in which it was sent, which X reports without its fraction', async () => {
    const data = [shown('1', 'Hello', '2026-11-20T22:30:15.000Z')];
    expect(await find(sentPost('Hello'), data)).toMatchObject(found('1'));
  });

  it('lists both when the text is there twice', async () => {
    expect(await find(sentPost('Hello'), [shown('2', 'Hello'), shown('1', 'Hello')])).toMatchObject(found('2', '1'));
  });

  describe('on several pages', () => {
    /** Serve as many pages; the post is on the last one. */
    async function findOnPage(pages: number) {
      let served = 0;
      await using server = await startServer((_request, response) => {
        served += 1;
        const isLast = served === pages;
        const meta = isLast ? {} : { next_token: `t${served}` };
        response.end(JSON.stringify({ data: [shown(String(served), isLast ? 'Hello' : 'other')], meta }));
      });
      const finding = await x.reconcile(sentPost('Hello'), account, makeConnection(server.origin));
      return { finding, urls: server.urls };
    }

    it('reads all of them', async () => {
      const { finding, urls } = await findOnPage(3);
      expect(finding).toMatchObject(found('3'));
      expect(urls.map((url) => new URL(url, 'http://x').searchParams.get('pagination_token'))).toEqual([
        null,
        't1',
        't2',
      ]);
    });

    it('reads the 3,200 posts that X lists, and knows nothing when there are more', async () => {
      expect((await findOnPage(32)).finding).toMatchObject(found('32'));
      const { finding, urls } = await findOnPage(33);
      expect(finding).toEqual(NOT_SEEN);
      expect(urls).toHaveLength(32);
    });

    it('knows nothing when one of them cannot be read', async () => {
      let served = 0;
      await using server = await startServer((_request, response) => {
        served += 1;
        if (served === 2) response.writeHead(503).end();
        else response.end(JSON.stringify({ data: [shown('1', 'Hello')], meta: { next_token: 't' } }));
      });
      expect(await x.reconcile(sentPost('Hello'), account, makeConnection(server.origin))).toEqual(NOT_SEEN);
    });
  });

  describe('without a text', () => {
    const images = sentPost('', [image]);
    const alone = (id: string, createdAt?: string) => shown(id, 'https://t.co/PhotoPhoto', createdAt, [photo(id)]);

    it('finds the only post of images alone', async () => {
      const data = [shown('2', 'text'), alone('1')];
      expect(await find(images, data)).toMatchObject(found('1'));
    });

    it.each([
      ['images with a text', [shown('1', 'text https://t.co/PhotoPhoto', undefined, [photo('1')])]],
      ['a text without images', [shown('1', 'text')]],
      ['images posted much later', [alone('1', '2026-11-20T22:45:00.000Z')]],
    ])('does not take %s', async (_what, data) => {
      expect(await find(images, data)).toEqual(NONE);
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
    const nowhere = makeConnection(await startRejectingServer());
    expect(await x.reconcile(sentPost('Hello'), account, nowhere)).toEqual(NOT_SEEN);
  });
});

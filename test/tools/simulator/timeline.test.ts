import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSimulator } from '../../platforms/platforms.ts';
import { call, postOnX, type Simulated, x } from './calls.ts';

const NOW = Date.parse('2026-11-20T22:00:00.700Z');
const USER = '2244994945';

const readTimeline = ({ origin }: Simulated, query = '', token?: string, user = USER) =>
  call(origin, 'GET', `/_simulator/twitter/2/users/${user}/tweets${query}`, x(token));

const textsOf = async (simulator: Simulated, query = '', token?: string, user?: string) =>
  ((await readTimeline(simulator, query, token, user)).body.data ?? []).map((post: { text: string }) => post.text);

/** What X gives back of a text, with its links. */
async function shown(text: string) {
  await using simulator = await startSimulator();
  expect((await postOnX(simulator, text)).status).toBe(201);
  const { body } = await readTimeline(simulator, '?tweet.fields=entities');
  return body.data[0] as { id: string; text: string; entities?: { urls: Record<string, unknown>[] } };
}

async function uploadImage({ origin }: Simulated): Promise<string> {
  const body = { media: '/9j/', media_category: 'tweet_image' };
  return (await call(origin, 'POST', '/_simulator/twitter/2/media/upload', x(), body)).body.data.id;
}

const postWithImage = async (simulator: Simulated, text?: string) => {
  const body = { ...(text ? { text } : {}), media: { media_ids: [await uploadImage(simulator)] } };
  const posted = await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), body);
  return posted.body.data.id as string;
};

afterEach(() => {
  vi.useRealTimers();
});

describe("X's timeline of a user", () => {
  it('has the posts newest first, with the fields asked for and no others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using simulator = await startSimulator();
    const older = (await postOnX(simulator, 'older')).body.data.id;
    vi.setSystemTime(NOW + 5_000);
    const newer = (await postOnX(simulator, 'newer')).body.data.id;
    const created = [`2026-11-20T22:00:05.000Z`, `2026-11-20T22:00:00.000Z`];
    expect((await readTimeline(simulator, '?tweet.fields=created_at,entities')).body).toEqual({
      data: [
        { id: newer, text: 'newer', edit_history_tweet_ids: [newer], created_at: created[0] },
        { id: older, text: 'older', edit_history_tweet_ids: [older], created_at: created[1] },
      ],
      meta: { result_count: 2, newest_id: newer, oldest_id: older },
    });
    expect((await readTimeline(simulator)).body.data[1]).toEqual({
      id: older,
      text: 'older',
      edit_history_tweet_ids: [older],
    });
  });

  it('has replies, with the post that each answers', async () => {
    await using simulator = await startSimulator();
    const first = (await postOnX(simulator, 'first')).body.data.id;
    const reply = { in_reply_to_tweet_id: first };
    const answer = await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), { text: 'second', reply });
    expect(answer.status).toBe(201);
    const { body } = await readTimeline(simulator, '?tweet.fields=referenced_tweets');
    expect(body.data).toMatchObject([
      { text: 'second', referenced_tweets: [{ type: 'replied_to', id: first }] },
      { text: 'first' },
    ]);
    expect(body.data[1].referenced_tweets).toBeUndefined();
  });

  it.each([
    ['to a post that does not exist', { in_reply_to_tweet_id: '1' }, 403],
    ['without an id', {}, 400],
    ['to an id that is none', { in_reply_to_tweet_id: 'x' }, 400],
    ['with an unknown field', { in_reply_to_tweet_id: '1', root: '1' }, 400],
    ['that is a text', '1', 400],
  ])('gets no reply %s', async (_what, reply, status) => {
    await using simulator = await startSimulator();
    const posted = await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), { text: 'hi', reply });
    expect([posted.status, await textsOf(simulator)]).toEqual([status, []]);
  });

  it('gets no reply to a post of another account', async () => {
    await using simulator = await startSimulator();
    const reply = { in_reply_to_tweet_id: (await postOnX(simulator, 'first', 'other')).body.data.id };
    const posted = await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), { text: 'hi', reply });
    expect(posted.status).toBe(403);
  });

  it('without posts has a count and no list', async () => {
    await using simulator = await startSimulator();
    expect((await readTimeline(simulator)).body).toEqual({ meta: { result_count: 0 } });
  });

  it('is that of the user in the path, for a registered token', async () => {
    await using simulator = await startSimulator();
    await simulator.register({ platform: 'twitter', account: USER, access_token: 'mine' });
    await simulator.register({ platform: 'twitter', account: '7', access_token: 'other' });
    await postOnX(simulator, 'mine', 'mine');
    await postOnX(simulator, 'theirs', 'other');
    expect(await textsOf(simulator, '', 'mine', USER)).toEqual(['mine']);
    expect(await textsOf(simulator, '', 'mine', '7')).toEqual(['theirs']);
  });

  it('is that of the token, for an unregistered token', async () => {
    await using simulator = await startSimulator();
    await postOnX(simulator, 'mine', 'mine');
    await postOnX(simulator, 'theirs', 'other');
    expect(await textsOf(simulator, '', 'mine')).toEqual(['mine']);
  });

  it('begins at start_time, which is included', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T22:00:00Z') });
    await using simulator = await startSimulator();
    await postOnX(simulator, 'one');
    vi.setSystemTime(Date.parse('2026-11-20T22:00:01Z'));
    await postOnX(simulator, 'two');
    expect(await textsOf(simulator, '?start_time=2026-11-20T22:00:00Z')).toEqual(['two', 'one']);
    expect(await textsOf(simulator, '?start_time=2026-11-20T22:00:01Z')).toEqual(['two']);
  });

  it('has ten posts by default, and as many as requested otherwise', async () => {
    await using simulator = await startSimulator();
    for (let n = 1; n <= 12; n += 1) await postOnX(simulator, `post ${n}`);
    expect(await textsOf(simulator)).toHaveLength(10);
    expect(await textsOf(simulator, '?max_results=5')).toEqual([12, 11, 10, 9, 8].map((n) => `post ${n}`));
    expect(await textsOf(simulator, '?max_results=100')).toHaveLength(12);
  });

  it('ends before end_time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T22:00:00Z') });
    await using simulator = await startSimulator();
    await postOnX(simulator, 'one');
    vi.setSystemTime(Date.parse('2026-11-20T22:00:01Z'));
    await postOnX(simulator, 'two');
    vi.setSystemTime(Date.parse('2026-11-20T22:00:11Z'));
    expect(await textsOf(simulator, '?end_time=2026-11-20T22:00:01Z')).toEqual(['one']);
    const { status } = await readTimeline(simulator, '?end_time=2026-11-20T22:00:02Z');
    expect(status).toBe(400);
  });

  it('is read page by page, each with the token of the next one', async () => {
    await using simulator = await startSimulator();
    for (let n = 1; n <= 12; n += 1) await postOnX(simulator, `post ${n}`);
    const texts: string[] = [];
    const sizes: number[] = [];
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query: string = `?max_results=5${token && `&pagination_token=${token}`}`;
      const { body } = await readTimeline(simulator, query);
      texts.push(...body.data.map(({ text }: { text: string }) => text));
      sizes.push(body.meta.result_count);
      token = body.meta.next_token;
    }
    expect(sizes).toEqual([5, 5, 2]);
    expect(texts).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `post ${n}`));
  });

  it.each([
    'max_results=4',
    'end_time=soon',
    'pagination_token=next',
    'max_results=101',
    'max_results=ten',
    'start_time=yesterday',
    'start_time=2026-11-20',
    'start_time=2026-02-30T25:00:00Z',
    'start_time=2999-01-01T00:00:00Z',
    'tweet.fields=colour',
    'tweet.fields=',
    'expansions=author_id',
    'max_results=5&max_results=6',
  ])('is rejected with ?%s', async (query) => {
    await using simulator = await startSimulator();
    expect(await readTimeline(simulator, `?${query}`)).toMatchObject({
      status: 400,
      body: { title: 'Invalid Request' },
    });
  });

  it('is rejected to a token that has ended', async () => {
    await using simulator = await startSimulator();
    expect((await readTimeline(simulator, '', 'expired')).status).toBe(401);
  });
});

describe('a text as X gives it back', () => {
  it('has the characters & < > as in HTML', async () => {
    expect((await shown('a < b && c > d &amp;')).text).toBe('a &lt; b &amp;&amp; c &gt; d &amp;amp;');
  });

  it('without links has no entities', async () => {
    expect(await shown('plain')).not.toHaveProperty('entities');
  });

  it('has a short link for every link, and says what is behind it', async () => {
    const { text, entities } = await shown('see https://www.example.com/a?b=c&d=1 and example.org.');
    expect(text).toMatch(/^see https:\/\/t\.co\/\w{10} and https:\/\/t\.co\/\w{10}\.$/);
    expect(entities?.urls).toEqual([
      {
        start: 4,
        end: 27,
        url: text.slice(4, 27),
        expanded_url: 'https://www.example.com/a?b=c&d=1',
        display_url: 'example.com/a?b=c&d=1',
      },
      {
        start: 32,
        end: 55,
        url: text.slice(32, 55),
        expanded_url: 'http://example.org',
        display_url: 'example.org',
      },
    ]);
  });

  it('counts positions in code points of the text as shown', async () => {
    const { text, entities } = await shown('😀 & https://example.com');
    const url = entities?.urls[0];
    expect([...text].slice(Number(url?.start), Number(url?.end)).join('')).toBe(url?.url);
    expect(url?.start).toBe(8);
  });

  it('shows a long link shortened', async () => {
    const { entities } = await shown('https://example.com/a/very/long/path/indeed');
    expect(entities?.urls[0]?.display_url).toBe('example.com/a/very/long/pa…');
  });

  it('has the same short link for the same link', async () => {
    const { text } = await shown('https://example.com https://example.com');
    const [one, other] = text.split(' ');
    expect(one).toBe(other);
  });

  it('has a link to the image behind it when there is one', async () => {
    await using simulator = await startSimulator();
    const id = await postWithImage(simulator, 'look');
    const [post] = (await readTimeline(simulator, '?tweet.fields=entities')).body.data;
    expect(post.text).toMatch(/^look https:\/\/t\.co\/\w{10}$/);
    expect(post.entities.urls).toEqual([
      {
        start: 5,
        end: 28,
        url: post.text.slice(5),
        expanded_url: `https://x.com/simulated/status/${id}/photo/1`,
        display_url: expect.stringMatching(/^pic\.x\.com\/\w{10}$/),
      },
    ]);
  });

  it('is the link to the image when there is nothing else', async () => {
    await using simulator = await startSimulator();
    await postWithImage(simulator);
    expect(await textsOf(simulator)).toEqual([expect.stringMatching(/^https:\/\/t\.co\/\w{10}$/)]);
  });

  it('is the same when the post is read by its id', async () => {
    await using simulator = await startSimulator();
    const id = await postWithImage(simulator, 'a & b https://example.com');
    const read = await call(simulator.origin, 'GET', `/_simulator/twitter/2/tweets?ids=${id}`, x());
    expect([read.body.data[0].text]).toEqual(await textsOf(simulator));
  });
});

import { describe, expect, it } from 'vitest';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import { unpackThread } from '../../../lib/platforms/bluesky/adapter/thread-records.ts';
import type { FollowingPart } from '../../../lib/platforms/kit/definition/platform-definition.ts';
import type { Post, PreparedState } from '../../../lib/platforms/kit/publisher.ts';
import { startSimulatedServer } from '../conformance/simulated-server.ts';
import { ACCOUNTS, makeConnection, makePreparation, startCannedServer, startServer } from '../platforms.ts';
import { describeThreads } from './thread-cases.ts';

const account = ACCOUNTS.bluesky;
const UNUSED = makeConnection('http://127.0.0.1:9');
const reply = (text: string): FollowingPart => ({ kind: 'reply', text, media: [] });
const THREAD: Post = { text: 'One', media: [], following: [reply('Two'), reply('Three')] };

describeThreads({ platform: 'bluesky', start: () => startSimulatedServer('bluesky') });

/** Prepare a thread whose parts need no request. */
async function prepare(post = THREAD) {
  const prepared = await publisher.prepare(post, account, UNUSED, makePreparation());
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.preparation;
}

const uriOf = (key: string) => `at://${account.externalId}/app.bsky.feed.post/${key}`;
const recordsOf = ({ records }: PreparedState) => unpackThread(String(records));

describe('the response to a thread', () => {
  const resultsOf = (preparation: PreparedState) =>
    recordsOf(preparation).map(({ recordKey, cid }) => ({ uri: uriOf(recordKey), cid }));

  it.each<[string, (results: { uri: string; cid: string }[]) => object[]]>([
    ['another content id', ([first, ...others]) => [{ ...first, cid: 'bafyreiother' }, ...others]],
    ['another key', ([first, ...others]) => [...others, { ...first, uri: uriOf('3l6oveex3ii2l') }]],
    ['one post less', (results) => results.slice(1)],
    ['the posts in another order', (results) => results.toReversed()],
  ])('that names %s is an unknown outcome', async (_, change) => {
    const preparation = await prepare();
    await using server = await startCannedServer(200, { results: change(resultsOf(preparation)) });
    const sent = await publisher.send(THREAD, preparation, account, makeConnection(server.origin));
    expect(sent).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });
});

describe('looking up a thread', () => {
  const look = async (preparation: PreparedState, answer: (key: string) => 'live' | 'absent' | 'broken') => {
    await using server = await startServer((request, response) => {
      const key = new URL(request.url!, 'http://a').searchParams.get('rkey')!;
      const state = answer(key);
      response.writeHead({ live: 200, absent: 400, broken: 500 }[state]);
      const found = { uri: uriOf(key), value: { createdAt: '2026-11-25T00:00:00Z' } };
      response.end(JSON.stringify(state === 'live' ? found : { error: 'RecordNotFound' }));
    });
    const window = { fromMs: 0, toMs: Date.now() };
    return await publisher.reconcile({ ...THREAD, preparation, window }, account, makeConnection(server.origin));
  };

  it('finds it although the account has deleted its first posts, and does not send it again', async () => {
    const preparation = await prepare();
    const [first, second, third] = recordsOf(preparation).map(({ recordKey }) => recordKey);
    expect(await look(preparation, (key) => (key === third ? 'live' : 'absent'))).toMatchObject({
      found: 'own',
      post: { platformPostId: uriOf(first!) },
      following: [{ platformPostId: uriOf(second!) }, { platformPostId: uriOf(third!) }],
    });
  });

  it('proves its absence only when every record is absent', async () => {
    const preparation = await prepare();
    expect(await look(preparation, () => 'absent')).toEqual({ found: 'not_live' });
    const last = recordsOf(preparation).at(-1)!.recordKey;
    expect(await look(preparation, (key) => (key === last ? 'broken' : 'absent'))).toEqual({ found: 'not_seen' });
  });
});

describe('the preparation of a thread', () => {
  it('has keys and times that increase from post to post', async () => {
    const records = recordsOf(await prepare({ ...THREAD, following: Array.from({ length: 25 }, () => reply('More')) }));
    const keys = records.map(({ recordKey }) => recordKey);
    const times = records.map(({ record }) => record.createdAt);
    expect(new Set(keys).size).toBe(26);
    expect(keys.toSorted()).toEqual(keys);
    expect(times.toSorted()).toEqual(times);
  });

  it('sends requests when any part has an image, a mention or a link', () => {
    const image = { url: 'https://media.example/a.jpg', type: 'image' as const };
    const sends = (part: Partial<FollowingPart>) =>
      publisher.preparesWithRequests!({ ...THREAD, following: [reply('Two'), { ...reply('Three'), ...part }] });
    expect(sends({})).toBe(false);
    expect([{ media: [image] }, { text: '@a.test' }, { text: 'example.com' }].map(sends)).toEqual([true, true, true]);
  });

  it('rejects a thread that does not fit into an entry', async () => {
    const random = () =>
      String.fromCodePoint(...Array.from({ length: 3_000 }, () => 0x4e00 + Math.floor(Math.random() * 20_000)));
    const following = Array.from({ length: 24 }, () => reply(random()));
    const outcome = await publisher.prepare({ ...THREAD, following }, account, UNUSED, makePreparation());
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'thread_too_large', category: 'content' } });
  });

  it('starts over when what was saved is older than its uploads live', async () => {
    const saved = {
      drafts: [JSON.stringify({ text: 'Old' })],
      draftedAt: new Date(Date.now() - 21 * 3_600_000).toISOString(),
    };
    const prepared = await publisher.prepare(
      THREAD,
      account,
      UNUSED,
      makePreparation(saved, () => true, false),
    );
    const texts = prepared.outcome === 'prepared' && recordsOf(prepared.preparation).map(({ record }) => record.text);
    expect(texts).toEqual(['One', 'Two', 'Three']);
  });

  it('is never that of one part alone', async () => {
    const replyTo = { kind: 'reply' as const, rootId: uriOf('3l6oveex3ii2l'), parentId: uriOf('3l6oveex3ii2l') };
    const alone = publisher.prepare({ text: 'a', media: [], replyTo }, account, UNUSED, makePreparation());
    await expect(alone).rejects.toThrow('one request');
  });
});

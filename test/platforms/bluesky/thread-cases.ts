import { expect } from 'vitest';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import { packThread, type ThreadRecord, unpackThread } from '../../../lib/platforms/bluesky/adapter/thread-records.ts';
import type { FollowingPart } from '../../../lib/platforms/kit/definition/platform-definition.ts';
import type { Post, PreparedState } from '../../../lib/platforms/kit/publisher.ts';
import type { ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import { defineCases, type PlatformServer, type Subject } from '../conformance/platform-server.ts';
import { makePreparation } from '../platforms.ts';

const IMAGE = { url: 'https://media.example/a.jpg', type: 'image' as const, alt: 'Ein Hündchen' };
const reply = (text: string, media: FollowingPart['media'] = []): FollowingPart => ({ kind: 'reply', text, media });
const THREAD: Post & { following: FollowingPart[] } = {
  text: 'One 👋 #tag',
  media: [IMAGE],
  following: [reply('Two', [IMAGE, IMAGE]), reply('Three'), { kind: 'comment', text: 'A comment', media: [] }],
};
const SIZE = 1 + THREAD.following.length;
/** After these it is unknown whether the thread is live. */
const UNKNOWN_ENDS: ScriptName[] = [
  'ok_then_drop',
  'drop_before_effect',
  'hang',
  '500_after_effect',
  '500_before_effect',
  '201_without_id',
  'html_502',
  'truncated_json',
];

type Reference = { uri: string; cid: string };
type Reply = Record<'root' | 'parent', Reference>;
type Stored = Reference & { value: { text: string; embed?: { images: object[] }; reply?: Reply } };

const BROKEN_REPLIES: [string, (reply: Reply) => object][] = [
  ['without the first post', ({ parent }) => ({ parent })],
  ['without the post before it', ({ root }) => ({ root })],
  ['with an invalid content id', ({ root, parent }) => ({ root, parent: { ...parent, cid: 'bafy' } })],
  ['with an invalid URI', ({ root, parent }) => ({ root, parent: { ...parent, uri: 'Two' } })],
];

async function prepare(server: PlatformServer, post = THREAD, preparation = makePreparation()) {
  const prepared = await publisher.prepare(post, server.account, server.connection(), preparation);
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.preparation;
}

const send = (server: PlatformServer, preparation: PreparedState, deadlineMs?: number) =>
  publisher.send(THREAD, preparation, server.account, server.connection(deadlineMs));

function look(server: PlatformServer, preparation: PreparedState) {
  const window = { fromMs: Date.now() - 60_000, toMs: Date.now() + 60_000 };
  return publisher.reconcile({ ...THREAD, preparation, window }, server.account, server.connection());
}

/** The records of the account, in the order of their keys. */
async function recordsOf({ account, ...server }: PlatformServer): Promise<Stored[]> {
  const query = { repo: account.externalId, collection: 'app.bsky.feed.post', limit: '100' };
  const url = `${server.connection().baseUrl}/xrpc/com.atproto.repo.listRecords?${new URLSearchParams(query)}`;
  // The proxy before a real server passes no compressed bytes on.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const { records } = (await response.json()) as { records: Stored[] };
  return records.toSorted((one, other) => (one.uri < other.uri ? -1 : 1));
}

const pathsOf = async (server: PlatformServer) => (await server.requests()).map(({ path }) => path.split('.').at(-1));

/** A text of 300 characters that compresses badly. */
function textOf(part: number): string {
  const characters = Array.from({ length: 300 }, (_, at) => 0x4e00 + ((part * 977 + at * 7919) % 20_000));
  return String.fromCharCode(...characters);
}

/** Define the cases of threads: one commit with all records or none, whatever is lost or repeated. */
export function describeThreads(subject: Subject): void {
  const define = defineCases(subject);

  define(
    'a thread and its first comment are one request, and their records have the ids that were computed',
    async () => {
      await using server = await subject.start();
      const preparation = await prepare(server);
      const sent = await send(server, preparation);
      const records = await recordsOf(server);
      expect(records.map(({ value }) => value.text)).toEqual(['One 👋 #tag', 'Two', 'Three', 'A comment']);
      const [root, second, third, comment] = records.map(({ uri, cid }) => ({ uri, cid }));
      expect(records.map(({ value }) => value.reply)).toEqual([
        undefined,
        { root, parent: root },
        { root, parent: second },
        { root, parent: root },
      ]);
      expect(records.map(({ cid }) => cid)).toEqual(unpackThread(String(preparation.records)).map(({ cid }) => cid));
      expect(records.map(({ value }) => value.embed?.images.length)).toEqual([1, 2, undefined, undefined]);
      expect(sent).toMatchObject({
        outcome: 'published',
        platformPostId: root!.uri,
        following: [second, third, comment].map((part) => ({ platformPostId: part!.uri })),
      });
      expect((await pathsOf(server)).filter((name) => /putRecord|createRecord|applyWrites/.test(name!))).toEqual([
        'applyWrites',
      ]);
    },
  );

  for (const script of UNKNOWN_ENDS) {
    define(
      `all of a thread is live or nothing after the script ${script}, and a repeat makes no second one`,
      async () => {
        await using server = await subject.start();
        const preparation = await prepare(server);
        await server.script(script);
        expect(await send(server, preparation, 2_000)).toMatchObject({ outcome: 'unknown' });
        const live = await recordsOf(server);
        expect([0, SIZE]).toContain(live.length);
        const found = await look(server, preparation);
        if (live.length === 0) {
          expect(found).toEqual({ found: 'not_live' });
          expect(await send(server, preparation)).toMatchObject({ outcome: 'published' });
        } else {
          const [post, ...following] = live.map(({ uri }) => ({ platformPostId: uri }));
          expect(found).toMatchObject({ found: 'own', post, following });
          expect(await send(server, preparation)).toMatchObject({ outcome: 'unknown' });
        }
        expect(await recordsOf(server)).toHaveLength(SIZE);
      },
    );
  }

  define('one thread is stored for ten requests at once, of which one is confirmed', async () => {
    await using server = await subject.start();
    const preparation = await prepare(server);
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(server, preparation)));
    expect(sent.map(({ outcome }) => outcome).sort()).toEqual(['published', ...Array(9).fill('unknown')]);
    expect(await recordsOf(server)).toHaveLength(SIZE);
  });

  define('nothing of a thread is stored when the server rejects one part', async () => {
    await using server = await subject.start();
    const following = [reply('Two'), reply('a'.repeat(301)), reply('Four')];
    const preparation = await prepare(server, { ...THREAD, following });
    expect(await send(server, preparation)).toMatchObject({ outcome: 'rejected', error: { category: 'content' } });
    expect(await recordsOf(server)).toEqual([]);
  });

  define('the server rejects a reply that does not name the posts that it answers', async () => {
    await using server = await subject.start();
    const preparation = await prepare(server);
    const records = unpackThread(String(preparation.records));
    for (const [what, change] of BROKEN_REPLIES) {
      const broken = records.map((each, index): ThreadRecord => {
        if (index < records.length - 1) return each;
        return { ...each, record: { ...each.record, reply: change(each.record.reply as Reply) } };
      });
      const sent = await send(server, { ...preparation, records: packThread(broken) });
      expect(sent, what).toMatchObject({ outcome: 'rejected', error: { category: 'content' } });
    }
    expect(await recordsOf(server)).toEqual([]);
  });

  define(
    'a thread of 25 posts with a comment and the longest texts fits into an entry and into a request',
    async () => {
      await using server = await subject.start();
      const texts = Array.from({ length: 26 }, (_, part) => textOf(part));
      const [first = '', ...others] = texts;
      const following = others.map(
        (text, index) => ({ ...reply(text), kind: index < 24 ? 'reply' : 'comment' }) as const,
      );
      const preparation = await prepare(server, { text: first, media: [], following });
      expect(JSON.stringify(preparation).length).toBeLessThan(100_000);
      expect(await send(server, preparation)).toMatchObject({ outcome: 'published' });
      expect((await recordsOf(server)).map(({ value }) => value.text)).toEqual(texts);
    },
  );

  define('a thread that was turned away gets new keys, and its images are not uploaded again', async () => {
    await using server = await subject.start();
    const first = await prepare(server);
    await server.script('429');
    expect(await send(server, first)).toMatchObject({ outcome: 'retry' });
    const again = await prepare(
      server,
      THREAD,
      makePreparation(first, () => true, false),
    );
    expect(again.recordKey).not.toBe(first.recordKey);
    expect(await send(server, again)).toMatchObject({ outcome: 'published' });
    expect((await pathsOf(server)).filter((name) => name === 'uploadBlob')).toHaveLength(3);
    expect(await recordsOf(server)).toHaveLength(SIZE);
  });

  define('a thread whose outcome is unknown keeps its records', async () => {
    await using server = await subject.start();
    const first = await prepare(server);
    expect(await prepare(server, THREAD, makePreparation(first))).toEqual(first);
  });

  define('the preparation of a thread continues after the last image that was saved', async () => {
    await using server = await subject.start();
    let steps = 0;
    const preparation = makePreparation(null, () => steps++ < 3, false);
    const outcome = await publisher.prepare(THREAD, server.account, server.connection(), preparation);
    expect(outcome).toMatchObject({ outcome: 'unfinished' });
    const uploads = async () => (await pathsOf(server)).filter((name) => name === 'uploadBlob').length;
    expect(await uploads()).toBe(1);
    const continued = await prepare(
      server,
      THREAD,
      makePreparation(preparation.saved, () => true, false),
    );
    expect(await uploads()).toBe(3);
    expect(await send(server, continued)).toMatchObject({ outcome: 'published' });
    const images = (await recordsOf(server)).map(({ value }) => value.embed?.images.length);
    expect(images).toEqual([1, 2, undefined, undefined]);
  });
}

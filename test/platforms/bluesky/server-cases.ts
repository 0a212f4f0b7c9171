import { describe, expect, it } from 'vitest';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import { newRecordKey } from '../../../lib/platforms/bluesky/adapter/record-key.ts';
import { createSession } from '../../../lib/platforms/bluesky/adapter/session.ts';
import type { Post, PreparedState } from '../../../lib/platforms/kit/publisher.ts';
import { JPEG, LONG_TIMEOUT_MS, makeConnection, makePreparation } from '../platforms.ts';

/** A Bluesky server, simulated or real, and an account on it. */
export interface BlueskyServer {
  /** The URL of the account's server, without a slash at the end. */
  baseUrl: string;
  /** Resolves handles, e.g. the server itself. */
  appView: string;
  directory: string;
  handle: string;
  password: string;
}

/** What the cases read of a record. */
type Stored = { text: string; facets?: object[]; embed?: { images: object[] } };

type Running = BlueskyServer & AsyncDisposable;

const POSTS = 'app.bsky.feed.post';
const IMAGE = { url: 'https://media.example/a.jpg', type: 'image' as const, alt: 'A dog' };

/** The behavior that the adapter relies on. The simulator and a real server pass the same cases. */
export function describeBlueskyServer(name: string, start: () => Promise<Running>): void {
  const networkOf = ({ appView, directory }: BlueskyServer) => {
    return { appView, directory, deadlineMs: LONG_TIMEOUT_MS, allowLoopback: true };
  };

  async function signIn(server: BlueskyServer) {
    const result = await createSession(server.handle, server.password, networkOf(server));
    if (result.outcome !== 'created') throw new Error(JSON.stringify(result));
    const { did, accessToken, refreshToken } = result.session;
    const account = { externalId: did, accessToken, server: server.baseUrl };
    const connection = makeConnection(server.baseUrl);
    const prepare = async (post: Post): Promise<PreparedState> => {
      const prepared = await publisher.prepare(post, account, connection, makePreparation());
      if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
      return prepared.preparation;
    };
    const send = (post: Post, preparation: PreparedState) => publisher.send(post, preparation, account, connection);
    const records = async () => {
      const query = new URLSearchParams({ repo: did, collection: POSTS, limit: '100' });
      const response = await fetch(`${server.baseUrl}/xrpc/com.atproto.repo.listRecords?${query}`);
      return ((await response.json()) as { records: { uri: string; value: Stored }[] }).records;
    };
    return { account, connection, refreshToken, prepare, send, records, session: result.session };
  }

  const textPost = (text: string): Post => ({ text, media: [] });
  const look = async ({ account, connection }: Awaited<ReturnType<typeof signIn>>, preparation: PreparedState) => {
    const window = { fromMs: Date.now() - 60_000, toMs: Date.now() + 60_000 };
    return publisher.reconcile({ ...textPost('Any'), preparation, window }, account, connection);
  };

  describe(name, () => {
    it('signs an account in at the server that its DID document names', async () => {
      await using server = await start();
      const { session } = await signIn(server);
      expect(session).toMatchObject({ handle: server.handle, server: server.baseUrl });
    });

    it('rejects a wrong password, and a handle without an account', async () => {
      await using server = await start();
      expect(await createSession(server.handle, 'wrong', networkOf(server))).toMatchObject({
        outcome: 'rejected',
        field: 'app_password',
      });
      expect(await createSession('missing.test', server.password, networkOf(server))).toMatchObject({
        outcome: 'rejected',
        field: 'external_id',
      });
    });

    it('stores one record for the same request twice, and both responses have its id', async () => {
      await using server = await start();
      const { prepare, send, records } = await signIn(server);
      const preparation = await prepare(textPost('Once'));
      const [first, second] = [await send(textPost('Once'), preparation), await send(textPost('Once'), preparation)];
      const [record, ...more] = await records();
      expect(more).toEqual([]);
      expect(first).toMatchObject({ outcome: 'published', platformPostId: record!.uri });
      expect(second).toEqual(first);
    });

    it('stores one record for twenty requests at once', async () => {
      await using server = await start();
      const { prepare, send, records } = await signIn(server);
      const preparation = await prepare(textPost('Twenty'));
      const sent = await Promise.all(Array.from({ length: 20 }, () => send(textPost('Twenty'), preparation)));
      expect(sent.map(({ outcome }) => outcome)).toEqual(Array(20).fill('published'));
      expect(await records()).toHaveLength(1);
    });

    it('does not replace a record by another one under its key', async () => {
      await using server = await start();
      const { prepare, send, records } = await signIn(server);
      const preparation = await prepare(textPost('First'));
      await send(textPost('First'), preparation);
      const record = String(preparation.record).replace('First', 'Other');
      expect(await send(textPost('Other'), { ...preparation, record })).toMatchObject({
        outcome: 'rejected',
        error: { code: 'duplicate_content' },
      });
      expect((await records()).map(({ value }) => value.text)).toEqual(['First']);
    });

    it('finds a record by its key, and proves that another one is absent', async () => {
      await using server = await start();
      const signedIn = await signIn(server);
      const preparation = await signedIn.prepare(textPost('Found'));
      expect(await look(signedIn, preparation)).toEqual({ found: 'not_live' });
      const sent = await signedIn.send(textPost('Found'), preparation);
      const [{ platformPostId, url }] = [sent as Extract<typeof sent, { outcome: 'published' }>];
      expect(await look(signedIn, preparation)).toMatchObject({ found: 'own', post: { platformPostId, url } });
      const recordKey = newRecordKey(Date.now());
      expect(await look(signedIn, { ...preparation, recordKey })).toEqual({ found: 'not_live' });
    });

    it('accepts links, mentions and tags at their bytes', async () => {
      await using server = await start();
      const { prepare, send, records, account } = await signIn(server);
      const post = textPost(`Grüße 👋 @${server.handle} #tag`);
      expect(await send(post, await prepare(post))).toMatchObject({ outcome: 'published' });
      const value = (await records())[0]!.value;
      expect(value.facets).toMatchObject([
        { features: [{ $type: 'app.bsky.richtext.facet#mention', did: account.externalId }] },
        { features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'tag' }] },
      ]);
    });

    it('accepts images, with and without a description', async () => {
      await using server = await start();
      const { prepare, send, records } = await signIn(server);
      const { alt: _, ...undescribed } = IMAGE;
      const post = { text: 'Two', media: [IMAGE, undescribed] };
      expect(await send(post, await prepare(post))).toMatchObject({ outcome: 'published' });
      const value = (await records())[0]!.value;
      expect(value.embed?.images).toMatchObject([
        { alt: 'A dog', image: { mimeType: 'image/jpeg', size: JPEG.byteLength } },
        { alt: '' },
      ]);
    });

    it.each([
      ['more than 300 graphemes', 'a'.repeat(301)],
      ['more than 3,000 bytes', '👨‍👩‍👧‍👦'.repeat(121)],
    ])('rejects a text of %s, and stores nothing', async (_, text) => {
      await using server = await start();
      const { prepare, send, records } = await signIn(server);
      const outcome = await send(textPost(text), await prepare(textPost(text)));
      expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'invalid_request', category: 'content' } });
      expect(await records()).toEqual([]);
    });

    it('rejects a token that it has not issued, as an error of the account', async () => {
      await using server = await start();
      const { prepare, account, connection } = await signIn(server);
      const preparation = await prepare(textPost('Token'));
      const stranger = { ...account, accessToken: 'expired' };
      expect(await publisher.send(textPost('Token'), preparation, stranger, connection)).toMatchObject({
        outcome: 'rejected',
        error: { code: 'unauthorized', category: 'auth' },
      });
    });

    it('accepts a refresh token a second time, and none of an ended session', async () => {
      await using server = await start();
      const { refreshToken } = await signIn(server);
      const refresh = (token: string) =>
        publisher.refresh(
          { accessToken: '', refreshToken: token, clientId: null, clientSecret: null },
          {
            tokenUrl: `${server.baseUrl}/xrpc/com.atproto.server.refreshSession`,
            deadlineMs: LONG_TIMEOUT_MS,
            allowLoopback: true,
          },
        );
      const first = await refresh(refreshToken);
      expect(first).toMatchObject({ outcome: 'refreshed', refreshToken: expect.any(String) });
      expect(await refresh(refreshToken)).toMatchObject({ outcome: 'refreshed' });
      const latest = String((first as { refreshToken: string }).refreshToken);
      await fetch(`${server.baseUrl}/xrpc/com.atproto.server.deleteSession`, {
        method: 'POST',
        headers: { authorization: `Bearer ${latest}` },
      });
      expect(await refresh(latest)).toMatchObject({ outcome: 'rejected' });
    });
  });
}

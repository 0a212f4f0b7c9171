import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { Post, PublishingAccount } from '../../lib/platforms/kit/publisher.ts';
import { SCRIPT_NAMES, type ScriptName } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { EXPECTED } from './conformance/publishing-cases.ts';
import { FIXTURES } from './fixtures.ts';
import {
  makeConnection,
  makePost,
  publish,
  sendDuring,
  startCannedServer,
  startSimulator,
  TOKEN,
} from './platforms.ts';

const MEMBER = 'urn:li:person:abc';
const ORGANIZATION = 'urn:li:organization:1000000002';
const INSTAGRAM = '17841400000000001';
/** These two last until the deadline. */
const ENDLESS: ScriptName[] = ['hang', 'drip'];
const UNKNOWN_ENDS = SCRIPT_NAMES.filter(
  (script) => EXPECTED[script].outcome === 'unknown' && !ENDLESS.includes(script),
);

/** A simulated platform with an account and its post, which gets the first comment. */
async function startWithPost(platform: Platform, externalId: string, scope?: string) {
  const simulator = await startSimulator();
  const grant = { platform, account: externalId, access_token: TOKEN, ...(scope ? { scope } : {}) };
  await simulator.register(grant);
  const account: PublishingAccount = { externalId, accessToken: TOKEN };
  const published = await publish(platform, simulator.connection(platform), makePost(platform), account);
  if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
  const rootId = published.platformPostId;
  const comment = (text: string): Post => ({ text, media: [], replyTo: { kind: 'comment', rootId, parentId: rootId } });
  const send = (post: Post) => publish(platform, simulator.connection(platform), post, account);
  const look = (post: Post, window = { fromMs: Date.now() - 60_000, toMs: Date.now() + 60_000 }) =>
    PUBLISHERS[platform].reconcile({ ...post, preparation: {}, window }, account, simulator.connection(platform));
  const comments = async () => (await simulator.posts()).filter(({ reply_to }) => reply_to === rootId);
  return { simulator, rootId, comment, send, look, comments, [Symbol.asyncDispose]: simulator[Symbol.asyncDispose] };
}

describe.each([
  ['instagram', INSTAGRAM],
  ['linkedin', ORGANIZATION],
  ['linkedin', MEMBER],
] as const)('the first comment on %s of %s', (platform, externalId) => {
  const cannotLook = externalId === MEMBER;

  it('is below the post, and no post of its own', async () => {
    await using server = await startWithPost(platform, externalId);
    const sent = await server.send(server.comment('More: https://example.com'));
    const [post, comment] = await server.simulator.posts();
    expect(comment).toMatchObject({ text: 'More: https://example.com', reply_to: post!.id, account: externalId });
    expect(sent).toMatchObject({ outcome: 'published', platformPostId: comment!.id });
  });

  it.each(SCRIPT_NAMES)('after the script %s has the outcome of a post', async (script) => {
    await using server = await startWithPost(platform, externalId);
    const { outcome, posts, code, category } = { ...EXPECTED[script], ...FIXTURES[platform].exceptions?.[script] };
    await server.simulator.script(platform, script);
    const send = () => server.send(server.comment('Hello'));
    const hasArrived = async () => (await server.comments()).length === posts;
    const sent = await sendDuring(script, send, hasArrived);
    expect(sent.outcome).toBe(outcome);
    if (category !== undefined) expect(sent).toMatchObject({ error: { category } });
    if (code !== undefined) expect(sent).toMatchObject({ error: { code } });
    expect(await server.comments()).toHaveLength(posts);
  });

  it.each<ScriptName>(UNKNOWN_ENDS)(
    'is looked up after the script %s, as far as the platform lists it',
    async (script) => {
      await using server = await startWithPost(platform, externalId);
      await server.simulator.script(platform, script);
      await server.send(server.comment('Hello '));
      const posts = (await server.comments()).map(({ id }) => ({ platformPostId: id }));
      const found = await server.look(server.comment('Hello '));
      expect(found).toMatchObject(cannotLook ? { found: 'unsupported' } : { found: 'candidates', posts });
      if (found.found === 'candidates') expect(found.posts).toHaveLength(posts.length);
    },
  );

  it('is rejected when its permission is not granted, as an error of the account', async () => {
    const scope = {
      instagram: 'instagram_business_content_publish',
      linkedin: 'w_member_social w_organization_social',
    };
    await using server = await startWithPost(platform, externalId, scope[platform]);
    const forbidden = { outcome: 'rejected', error: { code: 'forbidden', category: 'auth' } };
    expect(await server.send(server.comment('Hello'))).toMatchObject(forbidden);
    expect(await server.comments()).toEqual([]);
  });

  it('is never sent as the reply of a thread', async () => {
    const replyTo = { kind: 'reply' as const, rootId: '1', parentId: '1' };
    await expect(
      publish(platform, makeConnection('http://127.0.0.1:9'), { text: 'a', media: [], replyTo }),
    ).rejects.toThrow('no threads');
  });
});

describe.each([
  ['instagram', INSTAGRAM],
  ['linkedin', ORGANIZATION],
] as const)('looking up a comment on %s', (platform, externalId) => {
  it('finds every comment with its text, because none need be the one', async () => {
    await using server = await startWithPost(platform, externalId);
    for (const text of ['Hello', 'Other', 'Hello']) await server.send(server.comment(text));
    const ids = (await server.comments()).filter(({ text }) => text === 'Hello').map(({ id }) => id);
    const found = await server.look(server.comment('Hello'));
    expect(found.found === 'candidates' && found.posts.map(({ platformPostId }) => platformPostId).sort()).toEqual(
      ids.sort(),
    );
  });

  it('finds none outside its window', async () => {
    await using server = await startWithPost(platform, externalId);
    await server.send(server.comment('Hello'));
    const later = { fromMs: Date.now() + 5_000, toMs: Date.now() + 60_000 };
    expect(await server.look(server.comment('Hello'), later)).toEqual({ found: 'candidates', posts: [] });
  });

  it('reads every page', async () => {
    await using server = await startWithPost(platform, externalId);
    await server.send(server.comment('Hello'));
    for (let index = 0; index < 101; index++) await server.send(server.comment(`Other ${index}`));
    const own = (await server.comments()).find(({ text }) => text === 'Hello');
    const posts = [{ platformPostId: own!.id }];
    expect(await server.look(server.comment('Hello'))).toMatchObject({ found: 'candidates', posts });
  });

  it('proves nothing when the platform does not respond', async () => {
    await using canned = await startCannedServer(500, {});
    const replyTo = { kind: 'comment' as const, rootId: '1', parentId: '1' };
    const sent = { text: 'a', media: [], replyTo, preparation: {}, window: { fromMs: 0, toMs: 1 } };
    const account = { externalId, accessToken: TOKEN };
    const found = await PUBLISHERS[platform].reconcile(sent, account, makeConnection(canned.origin));
    expect(found).toEqual({ found: 'not_seen' });
  });
});

describe('a comment on LinkedIn', () => {
  it('is tried again when LinkedIn does not find the new post yet', async () => {
    await using canned = await startCannedServer(404, { message: 'Not found', status: 404 });
    const replyTo = { kind: 'comment' as const, rootId: 'urn:li:share:1', parentId: 'urn:li:share:1' };
    const outcome = await publish('linkedin', makeConnection(canned.origin), { text: 'a', media: [], replyTo });
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'post_not_found' } });
    expect(canned.urls).toEqual(['/rest/socialActions/urn%3Ali%3Ashare%3A1/comments']);
  });

  it('has the URL that LinkedIn itself gives it', async () => {
    const urn = 'urn:li:comment:(urn:li:activity:7141138937766391809,7141138999999999999)';
    await using canned = await startCannedServer(201, { commentUrn: urn });
    const replyTo = { kind: 'comment' as const, rootId: 'urn:li:share:1', parentId: 'urn:li:share:1' };
    expect(await publish('linkedin', makeConnection(canned.origin), { text: 'a', media: [], replyTo })).toEqual({
      outcome: 'published',
      platformPostId: urn,
      url: 'https://www.linkedin.com/feed/update/urn:li:activity:7141138937766391809?commentUrn=urn%3Ali%3Acomment%3A(activity%3A7141138937766391809%2C7141138999999999999)',
    });
  });
});

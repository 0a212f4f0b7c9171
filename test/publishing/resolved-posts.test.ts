import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { accountUpdate } from '../../lib/accounts/store/accounts.ts';
import { commitUpdate } from '../../lib/core/table/attribute-update.ts';
import { didOfHandle } from '../../lib/platforms/bluesky/simulator/identifiers.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { intercept } from '../functions/given/lost-sends.ts';
import {
  accountOn,
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  setPlatforms,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';
import { startCannedServer, startRejectingServer } from '../platforms/platforms.ts';
import { numberAt } from '../platforms/post-numbers.ts';

/** The URL in content.resolve: one URL, one target, and its post is from the time of the sends. */

setupWorkers();
const platforms = simulatePlatforms();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HANDLE = 'acme.test';

interface Item {
  tenant: Tenant;
  platform: Platform;
  contentId: string;
  dueMessage: DueMessage;
}

async function connected(platform: Platform): Promise<Tenant> {
  const tenant = await newTenant();
  if (platform !== 'bluesky') await connect(tenant, platform);
  else {
    const body = { platform, external_id: HANDLE, app_password: 'app-password' };
    expect((await callApi('accounts.create', { token: tenant.token, body })).status).toBe(201);
  }
  return tenant;
}

/** An item that is sent now, with a fault of its platform. */
async function send(tenant: Tenant, platform: Platform, script: string, fields: Json = {}): Promise<Item> {
  const item = { tenant, platform, ...(await scheduleContent(tenant, platform, { description: 'One', ...fields }, 0)) };
  if (script !== 'ok') await platforms().script(platform, script);
  await onPublishDue(item.dueMessage, lambdaContext());
  return item;
}

/** An item whose post the platform has not received, while the response is lost. */
const lose = (tenant: Tenant, platform: Platform, fields: Json = {}) =>
  send(tenant, platform, '500_before_effect', fields);

async function resolve({ tenant, contentId: id, platform }: Item, url: string) {
  const body = { outcome: 'published', part: 0, url };
  return callApi('content.resolve', { token: await newToken(tenant), params: { id, platform }, body });
}

async function targetOf({ tenant, contentId: id }: Item): Promise<Json> {
  const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id } });
  return (json.targets as Json[])[0]!;
}

type Answer = Awaited<ReturnType<typeof resolve>>;

function errorOf({ status, json }: Answer): unknown[] {
  const [error] = (json.errors ?? []) as Json[];
  return [status, error?.pointer, error?.code];
}

/** Two targets in doubt, of which the first is resolved with one URL and the second with another. */
async function resolveBoth(platform: Platform, first: string, second: string): Promise<unknown[]> {
  const tenant = await connected(platform);
  const one = await lose(tenant, platform, { description: 'One' });
  const other = await lose(tenant, platform, { description: 'Other' });
  const answers = [await resolve(one, first), await resolve(other, second)];
  expect((await targetOf(one)).status).toBe('published');
  return answers.map(({ status, json }) => (status === 200 ? 200 : [status, json.code]));
}

const CLAIMED = [200, [409, 'post_already_claimed']];
const feed = (kind: string, number: string) => `https://www.linkedin.com/feed/update/urn:li:${kind}:${number}`;
const now = (platform: 'twitter' | 'linkedin', sequence = 1) => numberAt(platform, Date.now(), sequence);

/** Run while each request to a platform fails. */
async function withoutReads<Result>(platform: Platform, run: () => Promise<Result>): Promise<Result> {
  await using server = await startCannedServer(503, {});
  setPlatforms(platforms().origin, { [platform]: server.origin });
  return run();
}

/** Let the server of the tenant's Bluesky account be one where nothing listens. */
async function loseServer(tenant: Tenant): Promise<void> {
  const account = (await accountOn(tenant, 'bluesky'))!;
  await commitUpdate(accountUpdate(account, { ...account, server: await startRejectingServer() }));
}

describe('the url in content.resolve', () => {
  it.each<[Platform, string]>([
    ['twitter', 'https://www.linkedin.com/feed/update/urn:li:share:7101/'],
    ['twitter', 'https://example.com/a/status/20'],
    ['twitter', 'https://x.com/acme'],
    ['linkedin', 'https://x.com/acme/status/20'],
    ['linkedin', 'https://www.linkedin.com/in/ada/'],
    ['linkedin', 'https://www.linkedin.com/posts/ada_hello'],
    ['instagram', 'https://example.com/p/Cabc123/'],
    ['instagram', 'https://www.instagram.com/acme/'],
  ])('on %s must be that of a post there: 422 for %s', async (platform, url) => {
    const item = await lose(await connected(platform), platform);
    expect(errorOf(await resolve(item, url))).toEqual([422, '/url', 'not_of_platform']);
    expect(await targetOf(item)).toMatchObject({ status: 'unconfirmed' });
  });

  it.each<['twitter' | 'linkedin', string]>([
    ['twitter', 'https://x.com/acme/status/NUMBER?s=20'],
    ['twitter', 'https://mobile.twitter.com/acme/status/NUMBER'],
    ['linkedin', 'https://www.linkedin.com/feed/update/urn:li:share:NUMBER'],
    ['linkedin', 'https://www.linkedin.com/posts/ada_hello-activity-NUMBER-abcd'],
  ])('on %s may be %s', async (platform, form) => {
    const item = await lose(await connected(platform), platform);
    const url = form.replace('NUMBER', now(platform));
    expect((await resolve(item, url)).status).toBe(200);
    expect(await targetOf(item)).toMatchObject({ status: 'published', url });
  });
});

describe('a second target with the same post is rejected', () => {
  it.each<[string, (number: string) => string, (number: string) => string]>([
    [
      'in the same form',
      (number) => `https://x.com/acme/status/${number}`,
      (number) => `https://x.com/acme/status/${number}`,
    ],
    [
      'in another form',
      (number) => `https://x.com/acme/status/${number}`,
      (number) => `https://mobile.twitter.com/i/web/status/${number}?s=20`,
    ],
  ])('on X %s', async (_, first, second) => {
    const number = now('twitter');
    expect(await resolveBoth('twitter', first(number), second(number))).toEqual(CLAIMED);
  });

  it.each<[string, (number: string) => string, (number: string) => string]>([
    ['as an activity', (number) => feed('activity', number), (number) => feed('activity', number)],
    [
      'as an activity in another form',
      (number) => `https://www.linkedin.com/posts/ada_hello-activity-${number}-abcd`,
      (number) => `${feed('activity', number)}/?utm_source=share`,
    ],
    [
      'as a share in another form',
      (number) => `${feed('share', number)}/`,
      (number) => `https://de.linkedin.com/posts/ada_hello-share-${number}-abcd`,
    ],
    [
      'as a share with another URN in the query',
      (number) => feed('activity', number),
      (number) => `${feed('activity', number)}?x=urn:li:share:7101`,
    ],
    [
      'with the URN of a comment in the query',
      (number) => feed('share', number),
      (number) => `${feed('share', number)}?commentUrn=urn:li:comment:(activity:1,2)`,
    ],
  ])('on LinkedIn %s', async (_, first, second) => {
    const number = now('linkedin');
    expect(await resolveBoth('linkedin', first(number), second(number))).toEqual(CLAIMED);
  });
});

describe('the post in the url', () => {
  it.each<['twitter' | 'linkedin', string, (number: string) => string]>([
    ['twitter', 'a post', (number) => `https://x.com/acme/status/${number}`],
    ['linkedin', 'an activity', (number) => feed('activity', number)],
    ['linkedin', 'a share', (number) => `https://www.linkedin.com/posts/ada_hello-share-${number}-abcd`],
  ])('on %s must be from the time of a send: %s', async (platform, _, toUrl) => {
    const tenant = await connected(platform);
    const [item, other] = [await lose(tenant, platform), await lose(tenant, platform, { description: 'Other' })];
    const sentMs = Date.now();
    const at = (seconds: number) => toUrl(numberAt(platform, sentMs + seconds * SECOND));
    advanceTime(20 * MINUTE);
    for (const seconds of [-120, 180]) {
      expect(errorOf(await resolve(item, at(seconds)))).toEqual([422, '/url', 'not_in_window']);
    }
    expect(await targetOf(item)).toMatchObject({ status: 'unconfirmed', url: null });
    // A platform whose clock is slow, and one that processes the request late.
    expect((await resolve(item, at(-50))).status).toBe(200);
    expect((await resolve(other, at(50))).status).toBe(200);
  });

  it('of October 2021 by another account is not that of a post on X that was sent today', async () => {
    const item = await lose(await connected('twitter'), 'twitter');
    const answer = await resolve(item, 'https://x.com/acme/status/1445880548472328192');
    expect(errorOf(answer)).toEqual([422, '/url', 'not_in_window']);
  });
});

describe('a permalink on Instagram', () => {
  const shortcodeOf = (id: string) => Buffer.from(id).toString('base64url');
  const permalinkOf = (id: string) => `https://www.instagram.com/p/${shortcodeOf(id)}/`;
  const otherFormOf = (id: string) => `https://instagram.com/acme/reel/${shortcodeOf(id)}?hl=en`;

  /** A post that is live or not, and whose response was lost, and its id. */
  async function inDoubt(tenant: Tenant, isLive: boolean, fields: Json = {}): Promise<Item & { id: string }> {
    const item = await send(tenant, 'instagram', isLive ? '500_after_effect' : '500_before_effect', fields);
    return { ...item, id: (await platforms().posts()).at(-1)?.id ?? '' };
  }

  it('gives the target the id of the post, which no other target can have in another form', async () => {
    const tenant = await connected('instagram');
    const live = await inDoubt(tenant, true);
    const lost = await inDoubt(tenant, false, { description: 'Other' });
    expect((await resolve(live, otherFormOf(live.id))).status).toBe(200);
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: live.id });
    const answer = await resolve(lost, permalinkOf(live.id));
    expect([answer.status, answer.json.code]).toEqual([409, 'post_already_claimed']);
  });

  it('may have its host in capitals', async () => {
    const live = await inDoubt(await connected('instagram'), true);
    expect((await resolve(live, permalinkOf(live.id).replace('instagram', 'INSTAGRAM'))).status).toBe(200);
    expect(await targetOf(live)).toMatchObject({ platform_post_id: live.id });
  });

  it('of a post that the account does not have is rejected', async () => {
    const item = await inDoubt(await connected('instagram'), true);
    expect(errorOf(await resolve(item, 'https://www.instagram.com/p/Cabc123/'))).toEqual([
      422,
      '/url',
      'post_not_found',
    ]);
  });

  it('of an earlier post of the account is rejected', async () => {
    const tenant = await connected('instagram');
    const earlier = await inDoubt(tenant, true, { description: 'Earlier' });
    advanceTime(20 * MINUTE);
    const item = await inDoubt(tenant, false);
    expect(errorOf(await resolve(item, permalinkOf(earlier.id)))).toEqual([422, '/url', 'not_in_window']);
  });

  it('counts once in all its forms while Instagram cannot be read', async () => {
    const tenant = await connected('instagram');
    const [one, other] = [await inDoubt(tenant, true), await inDoubt(tenant, false, { description: 'Other' })];
    await withoutReads('instagram', async () => {
      expect((await resolve(one, permalinkOf(one.id))).status).toBe(200);
      expect((await resolve(other, otherFormOf(one.id))).json.code).toBe('post_already_claimed');
    });
    expect(await targetOf(one)).toMatchObject({ status: 'published', platform_post_id: null });
  });

  it('of a post that was confirmed is no other target’s, even while Instagram cannot be read', async () => {
    const tenant = await connected('instagram');
    const published = await send(tenant, 'instagram', 'ok', { description: 'Published' });
    const { platform_post_id: id } = await targetOf(published);
    const lost = await inDoubt(tenant, false);
    const answer = await withoutReads('instagram', () => resolve(lost, otherFormOf(String(id))));
    expect(answer.json.code).toBe('post_already_claimed');
  });

  it('lets the first comment follow its post', async () => {
    const live = await inDoubt(await connected('instagram'), true, { first_comment: 'Comment' });
    expect((await resolve(live, permalinkOf(live.id))).json.status).toBe('publishing');
    await onPublishDue(live.dueMessage, lambdaContext());
    expect(await targetOf(live)).toMatchObject({ status: 'published' });
    const posts = await platforms().posts();
    expect(posts.map(({ text, reply_to }) => [text, reply_to])).toEqual([
      ['One', undefined],
      ['Comment', live.id],
    ]);
  });
});

describe('a URL on Bluesky', () => {
  const urlOf = (account: string, id: string) => `https://bsky.app/profile/${account}/post/${id.split('/').at(-1)}`;

  async function inDoubt(tenant: Tenant, fields: Json = {}): Promise<Item & { id: string; did: string }> {
    const item = await send(tenant, 'bluesky', '500_after_effect', fields);
    const { external_id: did } = (await accountOn(tenant, 'bluesky'))!;
    return { ...item, did, id: (await platforms().posts()).at(-1)!.id };
  }

  /** A post that this service has not sent. */
  async function postByHand(did: string, createdAt: string): Promise<string> {
    const record = { $type: 'app.bsky.feed.post', text: 'By hand', createdAt };
    const body = JSON.stringify({ repo: did, collection: record.$type, rkey: '3l6oveex3ii2l', record });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer AAAA' };
    const url = `${platforms().origin}/_simulator/bluesky/xrpc/com.atproto.repo.createRecord`;
    const response = await fetch(url, { method: 'POST', headers, body });
    return String(((await response.json()) as Json).uri);
  }

  it('with the handle gives the target the id of the post, which no other target can have with the DID', async () => {
    const tenant = await connected('bluesky');
    const [live, other] = [await inDoubt(tenant), await inDoubt(tenant, { description: 'Other' })];
    const { did, id } = { ...live, id: (await platforms().posts())[0]!.id };
    expect((await resolve(live, urlOf(HANDLE.toUpperCase(), id))).status).toBe(200);
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: id });
    for (const account of [did, HANDLE]) {
      expect((await resolve(other, urlOf(account, id))).json.code).toBe('post_already_claimed');
    }
  });

  it('with the handle has the id of the post while the server of the account does not respond', async () => {
    const tenant = await connected('bluesky');
    const [live, other] = [await inDoubt(tenant), await inDoubt(tenant, { description: 'Other' })];
    const { did, id } = { ...live, id: (await platforms().posts())[0]!.id };
    await loseServer(tenant);
    expect((await resolve(live, urlOf(HANDLE, id))).status).toBe(200);
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: id });
    expect((await resolve(other, urlOf(did, id))).json.code).toBe('post_already_claimed');
  });

  it('with a handle that the server does not know is looked up among the records of the account', async () => {
    const live = await inDoubt(await connected('bluesky'));
    const unknown = { status: 400, body: { error: 'InvalidRequest', message: 'Could not locate record' } };
    await using _ = await intercept(live, 'bluesky', (url) => (url.includes('repo=former.test') ? unknown : null));
    const other = await resolve(live, urlOf('former.test', '3l6oveex3ii2l'));
    expect(errorOf(other)).toEqual([422, '/url', 'post_not_found']);
    expect((await resolve(live, urlOf('former.test', live.id))).status).toBe(200);
    expect(await targetOf(live)).toMatchObject({ platform_post_id: live.id });
  });

  it.each(['other.test', 'did'])('of another account, named by %s, is rejected', async (name) => {
    const item = await inDoubt(await connected('bluesky'));
    const did = didOfHandle('other.test');
    const id = await postByHand(did, new Date().toISOString());
    expect(errorOf(await resolve(item, urlOf(name === 'did' ? did : name, id)))).toEqual([
      422,
      '/url',
      'not_of_account',
    ]);
  });

  it('of a post that does not exist is rejected', async () => {
    const item = await inDoubt(await connected('bluesky'));
    const answer = await resolve(item, urlOf(HANDLE, '3l6oveex3ii2l'));
    expect(errorOf(answer)).toEqual([422, '/url', 'post_not_found']);
  });

  it('of an earlier post of the account is rejected', async () => {
    const item = await inDoubt(await connected('bluesky'));
    const id = await postByHand(item.did, new Date(Date.now() - 20 * MINUTE).toISOString());
    expect(errorOf(await resolve(item, urlOf(HANDLE, id)))).toEqual([422, '/url', 'not_in_window']);
  });

  it('of a post that was prepared long before it was sent is accepted', async () => {
    const tenant = await connected('bluesky');
    const item = await send(tenant, 'bluesky', '429');
    const { due_at } = await loadDueEntry(item.dueMessage);
    advanceTime(Date.parse(due_at!) - Date.now() + 10 * MINUTE);
    await platforms().script('bluesky', '500_after_effect');
    await onPublishDue(item.dueMessage, lambdaContext());
    const [post] = await platforms().posts();
    expect((await resolve(item, urlOf(HANDLE, post!.id))).status).toBe(200);
  });
});

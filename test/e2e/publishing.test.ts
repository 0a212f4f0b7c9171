import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { AccountListResponse } from '../../lib/accounts/api/accounts/list.ts';
import { AccountResponse } from '../../lib/accounts/api/accounts/responses.ts';
import { ContentListResponse } from '../../lib/content/api/content/list.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { ValidateResponse } from '../../lib/content/api/content/validate.ts';
import { maxTextLength } from '../../lib/platforms/facts/content-rules.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/facts/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/facts/platforms.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { findLeaks, injectFault, listPosts, PLATFORM_TOKENS } from './assertions.ts';
import { read, send, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

type Content = z.infer<ReturnType<typeof ContentResponse>>;

// Generous, because a noisy machine may be slow: the guarantees are in the tests.
vi.setConfig({ testTimeout: 300_000 });

const secrets: Record<string, string> = { ...PLATFORM_TOKENS };
const { service, api, folder } = useRunningService();

const simulated = (platform: Platform) => SIMULATOR_ACCOUNTS.find((account) => account.platform === platform)!;
const accounts = async () => read(await api('GET', '/accounts'), 200, AccountListResponse()).accounts;
const accountOn = async (platform: Platform) => (await accounts()).find((account) => account.platform === platform)!;
const contentOf = async (id: string) => read(await api('GET', `/content/${id}`), 200, ContentResponse());
const postsWithText = async (text: string) => (await listPosts(service.url)).filter((post) => post.text === text);
const targetOn = (content: Content, platform: Platform) =>
  content.targets.find((target) => target.platform === platform)!;

/** Create an item and publish it immediately, with the named accounts or, without one, the default account. */
async function publish(text: string, platforms: Platform[], named: readonly string[] = []): Promise<Content> {
  const media = [{ url: 'https://images.example.com/a.jpg', type: 'image' }];
  const body = { title: text, platforms, accounts: named, ...(platforms.includes('instagram') ? { media } : {}) };
  const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
  return read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
}

async function whenEnded(id: string): Promise<Content> {
  return until('the item to end', async () => {
    const content = await contentOf(id);
    return content.status !== 'publishing' && content.status !== 'scheduled' && content;
  });
}

/**
 * Replace an account's tokens on the platform, where the old ones are then invalid, and connects the new ones.
 * Connects another user of the platform, if its id is given.
 */
async function connectAgain(platform: Platform, name: string, account = simulated(platform).external_id) {
  const { platform: _, external_id: __, inbound: ___, ...rest } = simulated(platform);
  const tokens = { ...rest, access_token: `${name}-access-token`, refresh_token: `${name}-refresh-token` };
  secrets[`${name} access token`] = tokens.access_token;
  secrets[`${name} refresh token`] = tokens.refresh_token;
  const body = JSON.stringify({ platform, account, ...tokens });
  const replaced = await send(service.url, { method: 'POST', target: '/_simulator/accounts', body });
  expect(replaced.status).toBe(204);
  return api('POST', '/accounts', { platform, external_id: account, ...tokens });
}

/** How often a platform received a token refresh. */
async function refreshesOn(platform: Platform): Promise<number> {
  const { text } = await send(service.url, { target: '/_simulator/requests' });
  const requests = JSON.parse(text) as { platform: string; path: string }[];
  const { pathname } = new URL(PLATFORM_TABLE[platform].urls.token);
  return requests.filter((request) => request.platform === platform && request.path.includes(pathname)).length;
}

describe('accounts', () => {
  test('are listed with the expiry of their tokens, and without the tokens', async () => {
    const answer = await api('GET', '/accounts');
    const { accounts } = read(answer, 200, AccountListResponse());
    expect(accounts.map(({ platform }) => platform).sort()).toEqual([...PLATFORMS].sort());
    for (const account of accounts) {
      expect(account).toMatchObject({ status: 'connected', is_refreshable: true, reconnect_reason: null });
      expect(Date.parse(account.token_expires_at!)).toBeGreaterThan(Date.now());
      expect(account.external_id).toBe(simulated(account.platform).external_id);
    }
    for (const token of Object.values(PLATFORM_TOKENS)) expect(answer.text).not.toContain(token);
  });

  test('connected again with other tokens retain their id and publish with them', async () => {
    const before = await accountOn('twitter');
    const answer = await connectAgain('twitter', 'second');
    expect(read(answer, 201, AccountResponse())).toMatchObject({ id: before.id, status: 'connected' });
    expect(answer.text).not.toContain('second-');
    expect(await accounts()).toHaveLength(PLATFORMS.length);
    const content = await publish('Sent with the second token', ['twitter']);
    expect(content.status).toBe('published');
  });

  test('of another user on the same platform are connected beside the first, which stays the default', async () => {
    const first = await accountOn('twitter');
    const other = read(await connectAgain('twitter', 'other', '4711'), 201, AccountResponse());
    expect(other).toMatchObject({ external_id: '4711', is_default: false, status: 'connected' });
    expect(await accounts()).toContainEqual(first);
    for (const [text, named, user] of [
      ['Sent by the default account', [], first.external_id],
      ['Sent by the other account', [other.id], '4711'],
    ] as const) {
      expect((await publish(text, ['twitter'], named)).status).toBe('published');
      expect(await postsWithText(text)).toMatchObject([{ account: user }]);
    }
    expect((await api('DELETE', `/accounts/${other.id}`)).status).toBe(200);
    expect(await accounts()).toHaveLength(PLATFORMS.length);
  });
});

describe('validation before publishing', () => {
  const totals = async () => read(await api('GET', '/content?limit=1'), 200, ContentListResponse()).pagination.total;

  test('a valid item is returned with its length and cost on each platform, and is not stored', async () => {
    const before = await totals();
    const text = 'Read https://example.com/a';
    const body = { title: text, platforms: ['twitter', 'linkedin'] };
    const { platforms, rules } = read(await api('POST', '/content/validate', body), 200, ValidateResponse());
    const plain = { text, media: [], link: null, visibility: 'public', missing: [] };
    expect(platforms).toMatchObject([
      { ...plain, platform: 'twitter', length: 28, limit: 280, estimated_cost_usd: 0.2 },
      { ...plain, platform: 'linkedin', length: 26, limit: 3000, estimated_cost_usd: null },
    ]);
    expect(rules.length).toBeGreaterThan(2);
    expect(await totals()).toBe(before);
  });

  test.each(['/content/validate', '/content'])(
    'POST %s rejects a text that is too long for some platforms, naming each, and stores nothing',
    async (path) => {
      const before = await totals();
      const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
      const body = { title: 'Long', description: 'a'.repeat(2201), platforms: PLATFORMS, scheduled_at };
      const { errors } = read(await api('POST', path, body), 422, Problem());
      const named = errors?.map(({ platform, code }) => [platform, code]);
      const rejecting = PLATFORMS.filter((platform) => maxTextLength(platform) < 2201).sort();
      expect(rejecting).toEqual(expect.arrayContaining(['bluesky', 'instagram', 'twitter']));
      expect(named?.sort()).toEqual(rejecting.map((platform) => [platform, 'text_too_long']));
      expect(await totals()).toBe(before);
    },
  );
});

describe('a response that is lost after the platform accepted the post', () => {
  test('on X leaves the target unconfirmed until it is read back, and published with its platform id', async () => {
    const text = 'Lost on X';
    await injectFault(service.url, 'twitter', 'ok_then_drop');
    const content = await publish(text, ['twitter']);
    expect(content.status).toBe('unconfirmed');
    const next_check_at = expect.any(String);
    expect(targetOn(content, 'twitter')).toMatchObject({ platform_post_id: null, next_check_at });
    const done = await until('it to be read back', async () => {
      const found = await contentOf(content.id);
      return found.status === 'published' && found;
    });
    const posts = await postsWithText(text);
    expect(posts.map(({ id }) => id)).toEqual([targetOn(done, 'twitter').platform_post_id]);
    expect(targetOn(done, 'twitter')).toMatchObject({ error: null, next_check_at: null });
  });

  test('on LinkedIn, which offers no lookup, stays unconfirmed until a person resolves it as published', async () => {
    const text = 'Lost on LinkedIn';
    await injectFault(service.url, 'linkedin', 'ok_then_drop');
    const content = await publish(text, ['linkedin']);
    expect(content.status).toBe('unconfirmed');
    const left = await until('the service to stop looking', async () => {
      const found = await contentOf(content.id);
      return targetOn(found, 'linkedin').next_check_at === null && found;
    });
    expect(left.status).toBe('unconfirmed');
    // What may be live is not published again.
    expect((await api('POST', `/content/${content.id}/retry`)).status).toBe(409);

    const [post] = await postsWithText(text);
    const url = `https://www.linkedin.com/feed/update/${post!.id}`;
    const path = `/content/${content.id}/targets/linkedin/resolve`;
    const done = read(await api('POST', path, { outcome: 'published', url }), 200, ContentResponse());
    expect(done.status).toBe('published');
    expect(targetOn(done, 'linkedin')).toMatchObject({ platform_post_id: post!.id, url, error: null });
    expect(await postsWithText(text)).toHaveLength(1);
  });

  test('before acceptance is resolved as failed by a person, and the retry publishes it', async () => {
    const text = 'Never arrived';
    await injectFault(service.url, 'linkedin', 'drop_before_effect');
    const content = await publish(text, ['linkedin']);
    expect(content.status).toBe('unconfirmed');
    expect(await postsWithText(text)).toEqual([]);
    const path = `/content/${content.id}/targets/linkedin/resolve`;
    const failed = read(await api('POST', path, { outcome: 'failed' }), 200, ContentResponse());
    expect(failed.status).toBe('failed');
    read(await api('POST', `/content/${content.id}/retry`), 202, ContentResponse());
    expect((await whenEnded(content.id)).status).toBe('published');
    expect(await postsWithText(text)).toHaveLength(1);
  });
});

test('a retry publishes where the post was rejected, and nowhere again where it is live', async () => {
  const text = 'Rejected on one of two';
  await injectFault(service.url, 'linkedin', 'duplicate');
  const content = await publish(text, ['twitter', 'linkedin']);
  expect(content.status).toBe('partially_published');
  expect(targetOn(content, 'linkedin')).toMatchObject({ status: 'failed', error: { category: 'content' } });
  const onX = targetOn(content, 'twitter');

  const again = read(await api('POST', `/content/${content.id}/retry`), 202, ContentResponse());
  expect(targetOn(again, 'twitter')).toEqual(onX);
  const done = await whenEnded(content.id);
  expect(done.status).toBe('published');
  expect(targetOn(done, 'twitter')).toEqual(onX);
  const posts = await postsWithText(text);
  expect(posts.map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
  // Nothing is left to retry.
  expect((await api('POST', `/content/${content.id}/retry`)).status).toBe(409);
});

describe('an Instagram container that is processed for 20 s', () => {
  const processing = (processing_seconds: number) => {
    const body = JSON.stringify({ account: simulated('instagram').external_id, processing_seconds });
    return send(service.url, { method: 'POST', target: '/_simulator/containers', body });
  };

  test('is waited for over several attempts and published once', async () => {
    expect((await processing(20)).status).toBe(204);
    const text = 'From a slow container';
    const media = [{ url: 'https://images.example.com/slow.jpg', type: 'image' }];
    const body = { title: text, platforms: ['instagram'], media, scheduled_at: new Date().toISOString() };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    const target = targetOn(await whenEnded(id), 'instagram');
    await processing(0);
    expect(target).toMatchObject({ status: 'published', error: null });
    expect(target.late_by_seconds).toBeGreaterThanOrEqual(20);
    expect(target.late_by_seconds).toBeLessThan(45);
    expect(await postsWithText(text)).toHaveLength(1);
    const requests = JSON.parse((await send(service.url, { target: '/_simulator/requests' })).text) as {
      method: string;
      path: string;
      body: string | null;
    }[];
    const made = requests.filter((each) => each.path.endsWith('/media') && each.body?.includes(text));
    expect(made).toHaveLength(1);
  });
});

describe('a token that the platform rejects', () => {
  test.each(PLATFORMS)('on %s is refreshed once, and the post is published with the new one', async (platform) => {
    const text = `Refreshed on ${platform}`;
    const before = await refreshesOn(platform);
    await injectFault(service.url, platform, '401_expired');
    const content = await publish(text, [platform]);
    expect(content.status).toBe('published');
    expect(await postsWithText(text)).toHaveLength(1);
    expect(await refreshesOn(platform)).toBe(before + 1);
    const account = await accountOn(platform);
    expect(account).toMatchObject({ status: 'connected', refreshed_at: expect.any(String) });
    // The next post needs no refresh.
    expect((await publish(`${text}, and on`, [platform])).status).toBe('published');
    expect(await refreshesOn(platform)).toBe(before + 1);
  });

  test('whose successor is rejected too fails the target visibly; connected again, a retry publishes it', async () => {
    const text = 'Locked out of X';
    const { id } = read(await connectAgain('twitter', 'third'), 201, AccountResponse());
    await injectFault(service.url, 'twitter', '401_expired', 2);
    const content = await publish(text, ['twitter', 'linkedin']);
    expect(content.status).toBe('partially_published');
    expect(targetOn(content, 'twitter')).toMatchObject({ status: 'failed', error: { category: 'auth' } });
    expect(targetOn(content, 'linkedin').status).toBe('published');
    const account = await accountOn('twitter');
    expect(account).toMatchObject({ id, status: 'needs_reconnect', reconnect_reason: 'token_refused' });

    const again = read(await connectAgain('twitter', 'fourth'), 201, AccountResponse());
    expect(again).toMatchObject({ id, status: 'connected', reconnect_reason: null });
    read(await api('POST', `/content/${content.id}/retry`), 202, ContentResponse());
    expect((await whenEnded(content.id)).status).toBe('published');
    expect((await postsWithText(text)).map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
  });
});

test('no log of this file contains a token', () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(6);
  expect(findLeaks([join(folder, 'logs')], secrets)).toEqual([]);
});

describe('a thread', () => {
  test('of five parts that is interrupted by a rejected part is resumed, and is published in order, each part once', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five'].map((name) => `The thread, part ${name}`);
    const [description, ...following] = texts;
    const livePosts = async () => (await listPosts(service.url)).filter(({ text }) => texts.includes(text));
    const fault = { platform: 'twitter', script: 'duplicate', every: 3, account: simulated('twitter').external_id };
    const set = await send(service.url, { method: 'POST', target: '/_simulator/scripts', body: JSON.stringify(fault) });
    expect(set.status).toBe(204);
    const thread = following.map((text) => ({ text }));
    const item = { title: 'A thread', description, platforms: ['twitter'], thread };
    const { id } = read(await api('POST', '/content', item), 201, ContentResponse());
    expect((await api('PUT', `/content/${id}`, { status: 'published' })).status).toBeLessThan(300);

    const interrupted = await whenEnded(id);
    expect(interrupted.status).toBe('partially_published');
    const target = targetOn(interrupted, 'twitter');
    expect(target).toMatchObject({ status: 'partially_published', available_actions: ['retry'] });
    expect(target.parts.map(({ status }) => status)).toEqual([
      'published',
      'published',
      'failed',
      'not_sent',
      'not_sent',
    ]);
    expect((await livePosts()).map(({ text }) => text)).toEqual(texts.slice(0, 2));

    expect((await api('POST', `/content/${id}/retry`, {})).status).toBe(202);
    const published = await whenEnded(id);
    const posts = await livePosts();
    expect(published.status).toBe('published');
    expect(posts.map(({ text }) => text)).toEqual(texts);
    const ids = targetOn(published, 'twitter').parts.map((part) => part.platform_post_id);
    expect(ids).toEqual(posts.map((post) => post.id));
  });
});

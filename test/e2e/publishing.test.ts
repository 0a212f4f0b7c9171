import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { AccountListResponse } from '../../lib/accounts/api/accounts/list.ts';
import { AccountResponse } from '../../lib/accounts/api/accounts/responses.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { findLeaks, injectFault, listPosts, PLATFORM_TOKENS } from './assertions.ts';
import { read, send, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

type Content = z.infer<ReturnType<typeof ContentResponse>>;

const secrets: Record<string, string> = { ...PLATFORM_TOKENS };
const { service, api, folder } = useRunningService();

const simulated = (platform: Platform) => SIMULATOR_ACCOUNTS.find((account) => account.platform === platform)!;
const accounts = async () => read(await api('GET', '/accounts'), 200, AccountListResponse()).accounts;
const accountOn = async (platform: Platform) => (await accounts()).find((account) => account.platform === platform)!;
const contentOf = async (id: string) => read(await api('GET', `/content/${id}`), 200, ContentResponse());
const postsWithText = async (text: string) => (await listPosts(service.url)).filter((post) => post.text === text);
const targetOn = (content: Content, platform: Platform) =>
  content.targets.find((target) => target.platform === platform)!;

/** Create an item and publish it immediately. */
async function publish(text: string, platforms: Platform[]): Promise<Content> {
  const { id } = read(await api('POST', '/content', { title: text, platforms }), 201, ContentResponse());
  return read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
}

async function whenEnded(id: string): Promise<Content> {
  return until('the item to end', async () => {
    const content = await contentOf(id);
    return content.status !== 'publishing' && content.status !== 'scheduled' && content;
  });
}

/**
 * Replace the tokens of an account on the platform, which invalidates the old ones, and connect the new ones.
 */
async function connectAgain(platform: Platform, name: string) {
  const { platform: _, external_id: account, inbound: __, ...rest } = simulated(platform);
  const tokens = { ...rest, access_token: `${name}-access-token`, refresh_token: `${name}-refresh-token` };
  secrets[`${name} access token`] = tokens.access_token;
  secrets[`${name} refresh token`] = tokens.refresh_token;
  const body = JSON.stringify({ platform, account, ...tokens });
  const replaced = await send(service.url, { method: 'POST', target: '/_simulator/accounts', body });
  expect(replaced.status).toBe(204);
  return api('POST', '/accounts', { platform, external_id: account, ...tokens });
}

describe('accounts', () => {
  test('connected again with other tokens retain their id and publish with them', async () => {
    const before = await accountOn('twitter');
    const answer = await connectAgain('twitter', 'second');
    expect(read(answer, 201, AccountResponse())).toMatchObject({ id: before.id, status: 'connected' });
    expect(answer.text).not.toContain('second-');
    expect(await accounts()).toHaveLength(PLATFORMS.length);
    const content = await publish('Sent with the second token', ['twitter']);
    expect(content.status).toBe('published');
  });
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

test('no log of this file contains a token', () => {
  // The two of the account that was connected again are among them.
  expect(Object.keys(secrets)).toHaveLength(Object.keys(PLATFORM_TOKENS).length + 2);
  expect(findLeaks([join(folder, 'logs')], secrets)).toEqual([]);
});

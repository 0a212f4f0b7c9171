import { beforeAll, expect, test } from 'vitest';
import { AccountListResponse } from '../../lib/accounts/api/accounts/list.ts';
import { ContentListResponse } from '../../lib/content/api/content/list.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { getStackOutputs } from '../../tools/cli/stack.ts';
import { listPosts } from '../e2e/assertions.ts';
import { type ApiClient, read, untilWithin } from '../e2e/http-client.ts';
import { enterpriseApiClient, requireEnv } from './deployment.ts';

// The stacks were destroyed and deployed again with the retained table and key.

let api: ApiClient;

beforeAll(async () => {
  const { baseUrl } = await getStackOutputs('local');
  api = await enterpriseApiClient(baseUrl);
});

test('API keys and content of the destroyed deployment are those of the new one', async () => {
  const { data } = read(await api('GET', '/content'), 200, ContentListResponse());
  expect(data.length).toBeGreaterThan(0);
});

test('an account that was connected before publishes: its token is decrypted, and the stream and queues work', async () => {
  const { accounts } = read(await api('GET', '/accounts'), 200, AccountListResponse());
  expect(accounts.map(({ platform }) => platform)).toContain('twitter');
  const text = `Back again ${Date.now()}`;
  const body = {
    title: 'Back again',
    description: text,
    platforms: ['twitter'],
    scheduled_at: new Date(Date.now() + 5_000).toISOString(),
  };
  const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
  await untilWithin('the post', 60_000, async () => {
    return read(await api('GET', `/content/${id}`), 200, ContentResponse()).status === 'published';
  });
  const posts = (await listPosts(requireEnv('JOURNEY_SIMULATOR_URL'))).filter((post) => post.text === text);
  expect(posts).toHaveLength(1);
}, 90_000);

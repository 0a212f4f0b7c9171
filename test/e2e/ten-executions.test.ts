import { expect, test } from 'vitest';
import { limited } from '../../dashboard/src/api/limited-fetch.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { listPosts } from './assertions.ts';
import { getAccessToken, read, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

/** The quota of a new AWS account. */
const QUOTA = 10;
const SCREENS = ['content', 'schedule', 'accounts', 'events', 'webhooks', 'media', 'keys', 'team', 'audit', 'settings'];

const { service, api } = useRunningService({ quota: QUOTA });

const requestOf = (path: string, token: string) =>
  new Request(`${service.baseUrl}/${path}`, { headers: { authorization: `Bearer ${token}` } });

test('above the quota, requests are answered with 503', async () => {
  const token = await getAccessToken(service.baseUrl, service.credentials);
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(requestOf('content', token))));
  expect(answers.some(({ status }) => status === 503)).toBe(true);
});

test('with ten executions in all, every request of the dashboard succeeds, and a post is published at its time, once', async () => {
  const token = await getAccessToken(service.baseUrl, service.credentials);
  const ask = limited((request) => fetch(request));
  const scheduled_at = new Date(Date.now() + 5_000).toISOString();
  const item = { title: 'Published with ten executions', platforms: ['twitter', 'linkedin', 'bluesky'], scheduled_at };
  const { id } = read(await api('POST', '/content', item), 201, ContentResponse());
  // Five screens that open at once, each with ten requests.
  const opened = Array.from({ length: 5 }, () => SCREENS.map((path) => ask(requestOf(path, token)))).flat();
  const statuses = new Set((await Promise.all(opened)).map(({ status }) => status));
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  await until('the item to be published', async () => {
    const answer = await ask(requestOf(`content/${id}`, token));
    return ((await answer.json()) as { status: string }).status === 'published';
  });
  const posts = (await listPosts(service.url)).filter(({ text }) => text === item.title);
  expect(posts.map(({ platform }) => platform).sort()).toEqual(['bluesky', 'linkedin', 'twitter']);
});

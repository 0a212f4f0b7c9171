import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { killAt, lambdaContext, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

/** First comments on LinkedIn and Instagram, and threads on Bluesky, through the API and the publish function. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const IMAGE = { url: 'https://media.example/a.jpg', type: 'image' };
const THREAD = [{ text: 'Two' }, { text: 'Three' }];

async function schedule(platform: Platform, fields: Json = {}) {
  const tenant = await newTenant();
  const { externalId: account, accessToken: access_token } = ACCOUNTS[platform];
  // Instagram names the account of a token only if it has issued the token.
  if (platform === 'instagram') await platforms().register({ platform, account, access_token, expires_in: 86_400 });
  await connect(tenant, platform);
  const media = platform === 'instagram' ? { media: [IMAGE] } : {};
  const body = { description: 'One', first_comment: 'Comment', ...media, ...fields };
  const { contentId, dueMessage } = await scheduleContent(tenant, platform, body);
  const read = async () => {
    const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id: contentId } });
    const [target] = json.targets as { status: string; parts: { status: string; platform_post_id: string | null }[] }[];
    return target!;
  };
  return { dueMessage, read };
}

const runWorker = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());

/** Perform the next step of an entry at its time; false without one. */
async function step(dueMessage: DueMessage): Promise<boolean> {
  const { due_at } = await loadDueEntry(dueMessage);
  if (due_at === null) return false;
  advanceTime(Math.max(0, Date.parse(due_at) - Date.now()));
  await runWorker(dueMessage);
  return true;
}

async function runAll(dueMessage: DueMessage): Promise<void> {
  for (let count = 0; count < 40; count++) if (!(await step(dueMessage))) return;
}

const statusesOf = ({ parts }: { parts: { status: string }[] }) => parts.map(({ status }) => status);

describe.each<Platform>(['linkedin', 'instagram', 'bluesky'])('the first comment on %s', (platform) => {
  it('answers the post, and each has its id', async () => {
    const { dueMessage, read } = await schedule(platform);
    await runAll(dueMessage);
    const posts = await platforms().posts();
    expect(posts.map(({ text, reply_to }) => [text, reply_to])).toEqual([
      ['One', undefined],
      ['Comment', posts[0]!.id],
    ]);
    const target = await read();
    expect(target.parts.map(({ platform_post_id }) => platform_post_id)).toEqual(posts.map(({ id }) => id));
    expect(target.status).toBe('published');
    expect(storedRecords(harness, 'OpenSends')).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])('is there once when the worker of the post is killed at command %i', async (command) => {
    const { dueMessage, read } = await schedule(platform);
    advanceTime(60_000);
    killAt(harness.table, command);
    await runWorker(dueMessage).catch(() => {});
    harness.table.fault = () => null;
    await runAll(dueMessage);
    const texts = (await platforms().posts()).map(({ text }) => text);
    const { parts } = await read();
    const isInDoubt = parts.some(({ status }) => status === 'unconfirmed');
    expect(texts).toEqual(isInDoubt ? texts.slice(0, 1) : ['One', 'Comment']);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('a first comment whose response is lost', () => {
  it.each<[Platform, string]>([
    ['instagram', 'published'],
    ['linkedin', 'unconfirmed'],
  ])('on %s is %s, and is not sent again', async (platform, status) => {
    const { dueMessage, read } = await schedule(platform);
    while (statusesOf(await read())[0] !== 'published') await step(dueMessage);
    await platforms().script(platform, 'ok_then_drop');
    await runAll(dueMessage);
    expect(statusesOf(await read())).toEqual(['published', status]);
    expect((await platforms().posts()).map(({ text }) => text)).toEqual(['One', 'Comment']);
  });

  it.each<Platform>(['instagram', 'linkedin'])('and that %s has not received stays unconfirmed', async (platform) => {
    const { dueMessage, read } = await schedule(platform);
    while (statusesOf(await read())[0] !== 'published') await step(dueMessage);
    await platforms().script(platform, 'drop_before_effect');
    await runAll(dueMessage);
    expect(statusesOf(await read())).toEqual(['published', 'unconfirmed']);
    expect((await platforms().posts()).map(({ text }) => text)).toEqual(['One']);
  });
});

describe('a thread on Bluesky', () => {
  it.each([
    'ok',
    'ok_then_drop',
    'drop_before_effect',
    '500_after_effect',
    '500_before_effect',
    '429',
    '201_without_id',
  ])('is published as a whole and once after the script %s', async (script) => {
    const { dueMessage, read } = await schedule('bluesky', { thread: THREAD });
    await platforms().script('bluesky', script);
    await runAll(dueMessage);
    const posts = await platforms().posts();
    expect(posts.map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Comment']);
    expect(posts.map(({ reply_to }) => reply_to)).toEqual([undefined, posts[0]!.id, posts[1]!.id, posts[0]!.id]);
    const target = await read();
    expect(target.status).toBe('published');
    expect(target.parts.map(({ platform_post_id }) => platform_post_id)).toEqual(posts.map(({ id }) => id));
    expect(storedRecords(harness, 'PostClaim')).toHaveLength(4);
  });
});

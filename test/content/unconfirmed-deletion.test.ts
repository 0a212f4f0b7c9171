import { describe, expect, it } from 'vitest';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { events, newThread, request, runAll, runWorker, type Thread, targetOf } from '../functions/given/thread.ts';
import { accountOn, connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

/** The deletion of an item, or of its account, while it is unknown whether a post is live. */

setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;

/** A post on X of which no one knows whether it is live; the service checks it for half an hour. */
async function unconfirmedPost(script = '500_before_effect'): Promise<Thread> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await platforms().script('twitter', script);
  const post = { tenant, ...(await scheduleContent(tenant, 'twitter', { description: 'In doubt' })) };
  advanceTime(MINUTE);
  await runWorker(post);
  expect((await loadDueEntry(post.dueMessage)).state).toBe('unconfirmed');
  return post;
}

/** A thread on X whose first part is live, and whose second part may be. */
async function unconfirmedThread(): Promise<Thread> {
  const thread = await newThread();
  advanceTime(MINUTE);
  await runWorker(thread);
  await platforms().script('twitter', '500_before_effect');
  await runWorker(thread);
  expect((await loadDueEntry(thread.dueMessage)).state).toBe('unconfirmed');
  return thread;
}

const remove = (post: Thread) => request(post, 'content.delete');

async function entriesWith(post: Thread, status: string): Promise<Json[]> {
  const { json } = await callApi('schedule.list', { token: await newToken(post.tenant), query: { status } });
  return json.scheduled_posts as Json[];
}

describe.each([
  ['a post', unconfirmedPost, 'failed'],
  ['a thread', unconfirmedThread, 'partially_published'],
] as const)('the deletion of %s of unknown outcome', (_, given, ended) => {
  it('is rejected while a check is ahead, with the time of the check', async () => {
    const post = await given();
    const { next_check_at } = (await targetOf(post)) as unknown as Json;
    const { status, json } = await remove(post);
    expect([status, json.code, json.current, json.requested, json.allowed, json.next_check_at]).toEqual([
      409,
      'invalid_state_transition',
      'unconfirmed',
      'deleted',
      [],
      next_check_at,
    ]);
    expect((await request(post, 'content.get')).json.available_actions).not.toContain('delete');
  });

  it('leaves the checks as they are when it is rejected', async () => {
    const post = await given();
    await remove(post);
    await runAll(post);
    expect(await targetOf(post)).toMatchObject({ status: 'unconfirmed', next_check_at: null });
    expect(await events('content.failed')).toHaveLength(1);
  });

  it('is possible after the last check, and ends the entry with an error that says that the post may be live', async () => {
    const post = await given();
    await runAll(post);
    expect((await request(post, 'content.get')).json.available_actions).toContain('delete');
    expect((await remove(post)).status).toBe(200);
    expect(await entriesWith(post, 'unconfirmed')).toEqual([]);
    const [entry] = await entriesWith(post, ended);
    expect(entry).toMatchObject({ id: post.dueMessage.schedule_id, error: { code: 'deleted_unconfirmed' } });
    expect((await loadDueEntry(post.dueMessage)).due_at).toBeNull();
  });

  it('is possible at once after the outcome was resolved', async () => {
    const post = await given();
    const body = { outcome: 'failed', part: ended === 'failed' ? 0 : 1 };
    const resolved = await request(post, 'content.resolve', body, { platform: 'twitter' });
    expect(resolved.status, resolved.text).toBe(200);
    expect((await remove(post)).status).toBe(200);
    expect(await entriesWith(post, ended)).toHaveLength(1);
  });
});

it('a post that a check finds after a rejected deletion is published and can be deleted', async () => {
  const post = await unconfirmedPost('500_after_effect');
  await remove(post);
  expect((await runAll(post)).state).toBe('published');
  expect((await remove(post)).status).toBe(200);
});

it('an entry whose item an earlier version has deleted ends at its next check', async () => {
  const post = await unconfirmedPost();
  const key = keyOf(contentEntity, { workspace_id: post.tenant.workspace.id, id: post.contentId });
  await commit([{ delete: key, condition: 'any' }]);
  const entry = await runAll(post);
  expect([entry.state, entry.error?.code]).toEqual(['failed', 'deleted_unconfirmed']);
});

it('the deletion of the account of a post of unknown outcome ends the checks with content.failed, and a person can resolve it', async () => {
  const post = await unconfirmedPost();
  const account = (await accountOn(post.tenant, 'twitter'))!;
  await succeed('accounts.delete', { token: await newToken(post.tenant), params: { id: account.id } });
  await runAll(post);
  expect(await targetOf(post)).toMatchObject({ status: 'unconfirmed', available_actions: ['resolve'] });
  expect(await events('content.failed')).toHaveLength(1);
  const resolved = await request(post, 'content.resolve', { outcome: 'failed' }, { platform: 'twitter' });
  expect([resolved.status, resolved.json.status]).toEqual([200, 'failed']);
});

import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { act, join } from '../functions/given/approvals.ts';
import { inDoubt, reportFailed } from '../functions/given/lost-sends.ts';
import {
  events,
  newThread,
  published,
  request,
  resume,
  runAll,
  runWorker,
  type TargetView,
  type Thread,
} from '../functions/given/thread.ts';
import { setWorkspace } from '../functions/resources.ts';
import { accountOn, connect, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** An account is deleted, and the same one is connected again: it has another id in the workspace. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const texts = async () => (await published()).map(([text]) => text);

async function remove(tenant: Tenant, id: string): Promise<void> {
  await succeed('accounts.delete', { token: await newToken(tenant), params: { id } });
  await processAllChanges(harness);
}

/** Delete the account of a tenant, and connect the same one again. Returns its new id. */
async function reconnect(tenant: Tenant, platform: Platform): Promise<string> {
  const { id } = (await accountOn(tenant, platform))!;
  await remove(tenant, id);
  const again = await connect(tenant, platform);
  expect(again.id).not.toBe(id);
  return String(again.id);
}

const itemOf = async (thread: Thread) => (await request(thread, 'content.get')).json;
const update = (thread: Thread, body: Json) => request(thread, 'content.update', body);

/** Name the only account of an item. */
async function nameAccount(thread: Thread, platform: Platform): Promise<string> {
  const { id } = (await accountOn(thread.tenant, platform))!;
  await request(thread, 'content.update', { status: 'draft' });
  const { json } = await update(thread, { accounts: [id] });
  expect(json.accounts).toEqual([id]);
  const scheduled = await update(thread, { scheduled_at: inSeconds(60) });
  const [target] = scheduled.json.targets as TargetView[];
  thread.dueMessage = { ...thread.dueMessage, schedule_id: target!.schedule_id };
  return id;
}

/** A thread of three that was interrupted after its first part. */
async function interrupted(isNamed: boolean): Promise<Thread> {
  const thread = await newThread();
  if (isNamed) await nameAccount(thread, 'twitter');
  advanceTime(MINUTE);
  await runWorker(thread);
  await platforms().script('twitter', '402');
  await runWorker(thread);
  expect(await itemOf(thread)).toMatchObject({ status: 'partially_published' });
  return thread;
}

describe('a thread that was interrupted, and whose account was connected again', () => {
  it.each([
    ['as the default account', false],
    ['by its id', true],
  ])('is resumed when the item names it %s', async (_, isNamed) => {
    const thread = await interrupted(isNamed);
    const id = await reconnect(thread.tenant, 'twitter');
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect(await texts()).toEqual(['One', 'Two', 'Three']);
    const item = await itemOf(thread);
    expect(item).toMatchObject({ status: 'published', targets: [{ account_id: id, status: 'published' }] });
    expect(item.accounts).toEqual(isNamed ? [id] : []);
  });

  it('is resumed after the account was deleted and connected twice', async () => {
    const thread = await interrupted(true);
    await reconnect(thread.tenant, 'twitter');
    await reconnect(thread.tenant, 'twitter');
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect(await texts()).toEqual(['One', 'Two', 'Three']);
  });

  it('keeps its approval, because it is published where it was approved to be', async () => {
    const thread = await interrupted(true);
    await request(thread, 'content.submit', {});
    const approved = await act('approve', await join(thread.tenant, 'approver'), thread.contentId);
    expect(approved.json).toMatchObject({ approval: { status: 'approved' } });
    await setWorkspace(thread.tenant, { approval: 'required' });
    await reconnect(thread.tenant, 'twitter');
    expect((await runAll(await resume(thread))).state).toBe('published');
  });
});

describe('a failed post whose account was connected again', () => {
  it('is published by a retry when the item names the account', async () => {
    const thread = await newThread({});
    await nameAccount(thread, 'twitter');
    await platforms().script('twitter', '402');
    await runAll(thread);
    const id = await reconnect(thread.tenant, 'twitter');
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect(await itemOf(thread)).toMatchObject({ accounts: [id], status: 'published' });
  });

  it('on Bluesky that is live is identified, also when another target of the item names the account', async () => {
    const thread = await inDoubt('bluesky');
    await reportFailed(thread, 'bluesky');
    const id = await reconnect(thread.tenant, 'bluesky');
    expect((await update(thread, { accounts: [id] })).status).toBe(200);
    const { json } = await update(thread, { scheduled_at: inSeconds(0) });
    const [target] = json.targets as TargetView[];
    const again = { ...thread, dueMessage: { ...thread.dueMessage, schedule_id: target!.schedule_id } };
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(['One']);
    expect(await itemOf(thread)).toMatchObject({ status: 'published' });
  });
});

describe('a post of unknown outcome whose account was connected again', () => {
  it('is identified on Instagram by its permalink, and its first comment follows after a retry', async () => {
    const thread = await inDoubt('instagram', { first_comment: 'Comment' });
    const { id } = (await platforms().posts())[0]!;
    await reconnect(thread.tenant, 'instagram');
    const url = `https://www.instagram.com/p/${Buffer.from(id).toString('base64url')}/`;
    const report = { outcome: 'published', part: 0, url };
    expect((await request(thread, 'content.resolve', report, { platform: 'instagram' })).status).toBe(200);
    expect((await runAll(thread)).error).toMatchObject({ code: 'account_missing' });
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect(await texts()).toEqual(['One', 'Comment']);
  });
});

describe('a failed item', () => {
  /** An item that names an account which was deleted before its time. */
  async function stranded(): Promise<Thread> {
    const thread = await newThread({});
    const id = await nameAccount(thread, 'twitter');
    await platforms().script('twitter', '402');
    await runAll(thread);
    await remove(thread.tenant, id);
    expect((await runAll(await resume(thread))).error?.code).toBe('account_missing');
    return thread;
  }

  it('whose account was deleted can be published on another account', async () => {
    const thread = await stranded();
    const other = String((await connect(thread.tenant, 'twitter', undefined, { external_id: '77' })).id);
    expect((await itemOf(thread)).editable_fields).toEqual(expect.arrayContaining(['accounts', 'platforms']));
    const { status, json } = await update(thread, { accounts: [other] });
    expect([status, json]).toMatchObject([
      200,
      { status: 'draft', accounts: [other], targets: [], scheduled_at: null },
    ]);
    const scheduled = await update(thread, { scheduled_at: inSeconds(0) });
    const [target] = scheduled.json.targets as TargetView[];
    const again = { ...thread, dueMessage: { ...thread.dueMessage, schedule_id: target!.schedule_id } };
    expect((await runAll(again)).state).toBe('published');
    expect(await itemOf(thread)).toMatchObject({ status: 'published' });
  });

  it('stays failed while another of its targets has failed, and is scheduled on the new platform alone', async () => {
    const thread = await newThread({});
    await platforms().script('twitter', '402');
    await runAll(thread);
    await connect(thread.tenant, 'bluesky');
    const { status, json } = await update(thread, { platforms: ['twitter', 'bluesky'] });
    expect([status, json]).toMatchObject([
      200,
      { status: 'failed', targets: [{ platform: 'twitter', status: 'failed' }] },
    ]);
    const body = { content_id: thread.contentId, platforms: ['bluesky'], scheduled_at: inSeconds(0) };
    const scheduled = await succeed('schedule.create', { token: await newToken(thread.tenant), body });
    const message = { ...thread.dueMessage, schedule_id: String(scheduled.schedule_id) };
    expect((await runAll({ ...thread, dueMessage: message })).state).toBe('published');
  });

  it('forgets the target that it has no more, whose sends do not make it partially published', async () => {
    const thread = await inDoubt('twitter', {}, '500_before_effect');
    await reportFailed(thread, 'twitter');
    await connect(thread.tenant, 'bluesky');
    const { json } = await update(thread, { platforms: ['bluesky'] });
    expect(json).toMatchObject({ status: 'draft', targets: [], scheduled_at: null });
    const scheduled = await update(thread, { scheduled_at: inSeconds(0) });
    const [target] = scheduled.json.targets as TargetView[];
    const again = { ...thread, dueMessage: { ...thread.dueMessage, schedule_id: target!.schedule_id } };
    expect((await runAll(again)).state).toBe('published');
    expect((await itemOf(thread)).status).toBe('published');
  });
});

describe('a partly published item', () => {
  /** An item that is published on LinkedIn, and has failed on X, whose account is then deleted. */
  async function partlyPublished(isNamed: boolean): Promise<Thread> {
    const tenant = await newTenant();
    const failing = String((await connect(tenant, 'twitter')).id);
    const live = String((await connect(tenant, 'linkedin')).id);
    const accounts = isNamed ? [failing, live] : [];
    const item = await scheduleContent(tenant, 'twitter', { platforms: ['twitter', 'linkedin'], accounts });
    const thread = { tenant, ...item };
    await platforms().script('twitter', '402');
    for (const { schedule_id } of (await itemOf(thread)).targets as TargetView[]) {
      await runAll({ ...thread, dueMessage: { ...thread.dueMessage, schedule_id } });
    }
    await remove(tenant, failing);
    expect((await runAll(await resume(thread))).error?.code).toBe('account_missing');
    const { status, editable_fields } = await itemOf(thread);
    expect([status, editable_fields]).toEqual([
      'partially_published',
      expect.arrayContaining(isNamed ? ['platforms', 'accounts'] : ['platforms']),
    ]);
    return thread;
  }

  it.each([true, false])(
    'is published once its failed target is removed, also one that it names: %s',
    async (isNamed) => {
      const thread = await partlyPublished(isNamed);
      const accounts = ((await itemOf(thread)).accounts as string[]).slice(1);
      const { status, json } = await update(thread, { platforms: ['linkedin'], accounts });
      expect([status, json]).toMatchObject([
        200,
        {
          status: 'published',
          platforms: ['linkedin'],
          accounts,
          targets: [{ platform: 'linkedin', status: 'published' }],
        },
      ]);
      expect((await events('content.published')).length).toBe(1);
    },
  );

  it.each([
    ['the published target', { platforms: ['twitter'] }],
    ['a target by another one', { platforms: ['linkedin', 'bluesky'] }],
    ['nothing, but adds a target', { platforms: ['twitter', 'linkedin', 'bluesky'] }],
  ])('is not editable where a change removes %s', async (_, change) => {
    const thread = await partlyPublished(false);
    await connect(thread.tenant, 'bluesky');
    const { status, json } = await update(thread, change);
    expect([status, json.code]).toEqual([409, 'not_editable']);
  });

  it('with an interrupted thread keeps its targets', async () => {
    const thread = await interrupted(true);
    const { json } = await request(thread, 'content.get');
    expect(json.editable_fields).not.toContain('accounts');
  });
});

import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { HALTS_KNOWN_MS } from '../../lib/publishing/rules/halt-check.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { measureConsumed } from '../functions/consumed-units.ts';
import { type HaltView, halt, resume } from '../functions/given/halt.ts';
import { newThread, published, runWorker, statusesOf, targetOf } from '../functions/given/thread.ts';
import { newContent } from '../functions/resources.ts';
import { accountOn, connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';

/** What a halt does to posts: those that wait, those in progress, and those that are scheduled during it. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;

/** A post that is due in a minute. */
async function planned(platform: 'twitter' | 'instagram' | 'bluesky' = 'twitter') {
  const tenant = await newTenant();
  await connect(tenant, platform);
  return { tenant, ...(await scheduleContent(tenant, platform)) };
}

/** The target of an item as the API shows it. */
async function shown(tenant: Tenant, id: string) {
  const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id } });
  return (json.targets as (Json & { halt: unknown })[])[0]!;
}

const markOf = ({ id, reason, created_at }: HaltView) => ({ id, reason, since: created_at });

/** Halt while the table stores a command of a worker: before its `n`th write. */
function haltBeforeWrite(tenant: Tenant, n: number) {
  let writes = 0;
  let made: Promise<HaltView> | null = null;
  harness.table.latency = async (command) => {
    if (command !== 'TransactWriteCommand' || made || ++writes !== n) return;
    made = halt(tenant);
    await made;
  };
  return async () => {
    harness.table.latency = null;
    return made;
  };
}

describe('a post that becomes due during a halt', () => {
  it.each(['twitter', 'instagram', 'bluesky'] as const)(
    'to %s is not sent, and waits without a due time',
    async (platform) => {
      const { tenant, dueMessage, contentId } = await planned(platform);
      const stopped = await halt(tenant);
      advanceTime(MINUTE);
      await handler(dueMessage, lambdaContext());
      expect(await platforms().posts()).toEqual([]);
      expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', due_at: null, attempts: 0 });
      expect(await shown(tenant, contentId)).toMatchObject({ status: 'pending', halt: markOf(stopped) });
    },
  );

  it('takes two reads and one write, once: a second message takes one read', async () => {
    const { tenant, dueMessage } = await planned();
    await halt(tenant);
    advanceTime(MINUTE);
    const first = await measureConsumed(harness.table, () => handler(sqsEvent(dueMessage), lambdaContext()));
    expect(first.commands).toEqual(['GetCommand', 'BatchGetCommand', 'PutCommand']);
    const second = await measureConsumed(harness.table, () => handler(sqsEvent(dueMessage), lambdaContext()));
    expect(second.commands).toEqual(['GetCommand']);
  });

  it('is not overdue: the sweep queues nothing for it', async () => {
    const { tenant, dueMessage } = await planned();
    await processAllChanges(harness);
    await halt(tenant);
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    await processAllChanges(harness);
    advanceTime(10 * MINUTE);
    harness.sent();
    await onSweepDue();
    expect(harness.sent()).toEqual([]);
    expect(harness.logged()).not.toContain('OverdueWork');
  });

  it('does not fail as too late, however long the halt is', async () => {
    const { tenant, dueMessage } = await planned();
    await halt(tenant);
    advanceTime(100 * 24 * 60 * MINUTE);
    await handler(dueMessage, lambdaContext());
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', due_at: null });
  });

  it.each<[string, (tenant: Tenant) => Promise<unknown>]>([
    ['on its platform', async () => ({ platform: 'twitter' })],
    ['with its account', async (tenant) => ({ account: (await accountOn(tenant, 'twitter'))!.id })],
  ])('is stopped by a halt %s', async (_, scope) => {
    const { tenant, dueMessage } = await planned();
    await halt(tenant, await scope(tenant));
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    expect(await platforms().posts()).toEqual([]);
  });

  it.each<[string, (tenant: Tenant, other: Tenant) => Promise<unknown>]>([
    ['on another platform', (tenant) => halt(tenant, { platform: 'linkedin' })],
    ['in another workspace', (_, other) => halt(other)],
  ])('is sent in spite of a halt %s', async (_, act) => {
    const { tenant, dueMessage, contentId } = await planned();
    await act(tenant, await newTenant());
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    expect(await platforms().posts()).toHaveLength(1);
    expect(await shown(tenant, contentId)).toMatchObject({ status: 'published', halt: null });
  });

  it('is still stopped when one of two halts ends', async () => {
    const { tenant, dueMessage, contentId } = await planned();
    const first = await halt(tenant);
    const second = await halt(tenant, { platform: 'twitter' });
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    await resume(tenant, first.id, { spread_seconds: '0' });
    await handler(dueMessage, lambdaContext());
    expect(await platforms().posts()).toEqual([]);
    expect(await shown(tenant, contentId)).toMatchObject({ status: 'pending', halt: markOf(second) });
  });
});

describe('a halt during an attempt', () => {
  it('before the send is stored: what was read a moment ago is used, and the halt waits for it', async () => {
    const { tenant, dueMessage } = await planned();
    advanceTime(MINUTE);
    // The response comes 1.2 s later, so the worker finds its knowledge too old after the write, and asks again.
    const done = haltBeforeWrite(tenant, 1);
    await handler(dueMessage, lambdaContext());
    await done();
    expect(await platforms().posts()).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'pending',
      due_at: null,
      attempts: 0,
      error: { code: 'publishing_halted' },
    });
  });

  it('ends an attempt whose claim is stored: what was prepared stays', async () => {
    const { tenant, dueMessage } = await planned('instagram');
    advanceTime(MINUTE);
    const done = haltBeforeWrite(tenant, 2);
    await handler(dueMessage, lambdaContext());
    await done();
    expect(await platforms().posts()).toEqual([]);
    const entry = await loadDueEntry(dueMessage);
    expect(entry).toMatchObject({ state: 'pending', due_at: null, attempts: 0 });
    expect(entry.prepared_state).not.toBeNull();
  });

  it('does not stop a request that was sent: its outcome is stored', async () => {
    const { tenant, dueMessage, contentId } = await planned();
    advanceTime(MINUTE);
    const done = haltBeforeWrite(tenant, 2);
    await handler(dueMessage, lambdaContext());
    await done();
    expect(await platforms().posts()).toHaveLength(1);
    expect(await shown(tenant, contentId)).toMatchObject({ status: 'published', halt: null });
  });

  it('is read again only when what was read is older than a second', async () => {
    const { dueMessage } = await planned('instagram');
    advanceTime(MINUTE);
    let writes = 0;
    harness.table.latency = async (command) => {
      if (command === 'TransactWriteCommand' && ++writes === 1) advanceTime(HALTS_KNOWN_MS + 1);
    };
    const { commands } = await measureConsumed(harness.table, () => handler(sqsEvent(dueMessage), lambdaContext()));
    expect(commands.filter((command) => command === 'GetCommand')).toHaveLength(2);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('stops the repeat with a new token', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter', undefined, { refresh_token: 'refresh', client_id: 'app', expires_in: 7200 });
    const { dueMessage } = await scheduleContent(tenant, 'twitter');
    await platforms().script('twitter', '401_expired');
    advanceTime(MINUTE);
    let refreshed = false;
    harness.table.latency = async () => {
      if ((await platforms().posts()).length > 0 || refreshed) return;
      const entry = await loadDueEntryOnce(dueMessage);
      if (entry?.state !== 'sending') return;
      refreshed = true;
      await halt(tenant);
    };
    await handler(dueMessage, lambdaContext());
    harness.table.latency = null;
    expect(await platforms().posts()).toEqual([]);
  });
});

let isLoading = false;
/** Load an entry within a hook of the table, without calling the hook again. */
async function loadDueEntryOnce(dueMessage: { workspace_id: string; schedule_id: string }) {
  if (isLoading) return null;
  isLoading = true;
  try {
    return await loadDueEntry(dueMessage);
  } finally {
    isLoading = false;
  }
}

describe('a thread', () => {
  it('stops between two parts, and continues after the halt', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    const { id } = await halt(thread.tenant);
    await runWorker(thread);
    expect(await published()).toEqual([['One', null]]);
    expect(statusesOf(await targetOf(thread))).toEqual(['published', 'publishing', 'pending']);
    expect(await loadDueEntry(thread.dueMessage)).toMatchObject({ state: 'continuing', due_at: null });
    await resume(thread.tenant, id, { spread_seconds: '0' });
    await runWorker(thread);
    await runWorker(thread);
    expect((await published()).map(([text]) => text)).toEqual(['One', 'Two', 'Three']);
    expect((await targetOf(thread)).status).toBe('published');
  });

  it('is interrupted when the missed posts are not published', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    const { id } = await halt(thread.tenant);
    await runWorker(thread);
    advanceTime(1000);
    await resume(thread.tenant, id, { missed: 'mark_missed' });
    expect(await targetOf(thread)).toMatchObject({ status: 'partially_published', available_actions: ['retry'] });
  });
});

describe('an unconfirmed post', () => {
  it('is looked for during a halt', async () => {
    const { tenant, dueMessage, contentId } = await planned();
    await platforms().script('twitter', '500_after_effect');
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    await halt(tenant);
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    expect(await shown(tenant, contentId)).toMatchObject({ status: 'published' });
  });

  it('is not sent again under its key during a halt', async () => {
    const { tenant, dueMessage } = await planned('bluesky');
    await platforms().script('bluesky', '500_before_effect');
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('unconfirmed');
    const { id } = await halt(tenant);
    advanceTime(10_000);
    await handler(dueMessage, lambdaContext());
    expect(await platforms().posts()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('unconfirmed');
    await resume(tenant, id, { spread_seconds: '0' });
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    expect(await platforms().posts()).toHaveLength(1);
  });
});

describe('a request during a halt', () => {
  it('schedules a post, whose response shows the halt', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const stopped = await halt(tenant, { platform: 'twitter' });
    const item = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    expect((item.targets as Json[])[0]).toMatchObject({ status: 'pending', halt: markOf(stopped) });
    const { json } = await callApi('schedule.list', { token: tenant.token });
    expect(json.scheduled_posts).toMatchObject([{ halt: markOf(stopped) }]);
    const id = (json.scheduled_posts as { id: string }[])[0]!.id;
    const body = { scheduled_at: inSeconds(7200) };
    const moved = await callApi('schedule.update', { token: tenant.token, params: { id }, body });
    expect(moved.json).toMatchObject({ status: 'pending', halt: markOf(stopped) });
  });

  it('to publish now returns at once, with a post that waits', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const stopped = await halt(tenant);
    const item = await newContent(tenant, { platforms: ['twitter'] });
    const { status, json } = await callApi('content.update', {
      token: tenant.token,
      params: { id: item.id },
      body: { status: 'published' },
    });
    expect(status).toBe(202);
    expect((json.targets as Json[])[0]).toMatchObject({ halt: markOf(stopped) });
  });

  it('keeps a post held whose own time is sent back after it has passed', async () => {
    const { tenant, dueMessage, contentId } = await planned();
    await halt(tenant);
    advanceTime(5 * MINUTE);
    await handler(dueMessage, lambdaContext());
    const { scheduled_at } = await loadDueEntry(dueMessage);
    const request = { params: { id: contentId }, body: { title: 'Edited', scheduled_at } };
    expect((await callApi('content.update', { token: tenant.token, ...request })).status).toBe(200);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', scheduled_at, due_at: null });
  });

  it('cancels and moves a post that is held', async () => {
    const { tenant, dueMessage } = await planned();
    await halt(tenant);
    advanceTime(MINUTE);
    await handler(dueMessage, lambdaContext());
    const params = { id: dueMessage.schedule_id };
    const body = { scheduled_at: inSeconds(3600) };
    expect((await callApi('schedule.update', { token: tenant.token, params, body })).status).toBe(200);
    expect((await loadDueEntry(dueMessage)).due_at).toBe(body.scheduled_at);
    expect((await callApi('schedule.cancel', { token: tenant.token, params })).status).toBe(200);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { join, recipients, setSender } from '../functions/given/approvals.ts';
import { priceOf, startMeteredX } from '../functions/given/charged-reads.ts';
import { HOUR, measurements, post, queuedMessages, read, tenantOn } from '../functions/given/metric-polls.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import { accountOn, connect, setMetrics, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  EMAIL_QUEUE,
  killAt,
  processAllChanges,
  sdkError,
  setupWorkers,
  sqsEvent,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
simulatePlatforms();
const { emails } = setupSes();

const DAY = 24 * HOUR;

/** A tenant with posts on X that are due, and a budget. */
async function withBudget(limitUsd: number | null, posts: number): Promise<Tenant> {
  const tenant = await tenantOn('twitter');
  await setMetrics(tenant, 'twitter', { metrics_schedule: 'daily', metrics_budget: { limit_usd: limitUsd } });
  for (let id = 1; id <= posts; id++) await post(tenant, 'twitter', String(id));
  return tenant;
}

/** An X on which these posts have likes. */
async function xWith(posts: number) {
  const x = await startMeteredX();
  for (let id = 1; id <= posts; id++) x.likes.set(String(id), id);
  return x;
}

const budget = async (tenant: Tenant) => {
  const { json } = await callApi('accounts.list', { token: await newToken(tenant) });
  return (json.accounts as Json[])[0]!.metrics_budget as Json;
};

describe('the monthly budget of an account', () => {
  it('leaves out the reads that it does not suffice for, before the request', async () => {
    const tenant = await withBudget(0.012, 5);
    await using x = await xWith(5);
    await read();
    expect(x.reads).toHaveLength(2);
    expect(await budget(tenant)).toEqual({
      ...{ limit_usd: 0.012, used_usd: 0.01, resets_at: '2026-09-01T00:00:00.000Z', used_up_at: inSeconds(0) },
    });
    expect(measurements().filter(({ measured_at }) => measured_at === null)).toHaveLength(3);
  });

  it('is never exceeded by concurrent polls, and used whole', async () => {
    const tenant = await withBudget(0.02, 8);
    const other = await withBudget(1, 1);
    await using x = await xWith(8);
    const [message] = (await queuedMessages()).filter(({ message }) => message.workspace_id === tenant.workspace.id);
    const ids = message!.message.ids as string[];
    await Promise.all(ids.map((id) => handler(sqsEvent({ ...message!.message, ids: [id] }))));
    expect(x.reads).toHaveLength(4);
    expect(await budget(tenant)).toMatchObject({ used_usd: 0.02 });
    expect(await budget(other)).toMatchObject({ used_usd: 0 });
  });

  it('is not used by a post that was read on this UTC day already', async () => {
    const tenant = await tenantOn('twitter');
    await setMetrics(tenant, 'twitter', { metrics_schedule: 'frequent', metrics_budget: { limit_usd: 0.01 } });
    await post(tenant, 'twitter', '1');
    await using x = await xWith(1);
    for (let hour = 0; hour < 5; hour++) {
      await read();
      advanceTime(HOUR);
    }
    expect([x.reads.length, await budget(tenant)]).toMatchObject([5, { used_usd: 0.005, used_up_at: null }]);
  });

  it('is not used by posts that the platform does not return', async () => {
    const tenant = await withBudget(null, 3);
    await using _ = await xWith(1);
    await read();
    expect(await budget(tenant)).toMatchObject({ limit_usd: null, used_usd: 0.005 });
  });

  it('is not used by a request that fails', async () => {
    const tenant = await withBudget(0.01, 2);
    await using x = await xWith(2);
    x.state.isDown = true;
    await read();
    expect(await budget(tenant)).toMatchObject({ used_usd: 0, used_up_at: null });
  });

  it('starts again in the next month, and reads what was left out once', async () => {
    const tenant = await withBudget(0.01, 1);
    await using x = await xWith(1);
    for (let day = 0; day < 4; day++) {
      x.likes.set('1', day);
      await read();
      advanceTime(DAY);
    }
    expect(x.reads).toHaveLength(2);
    while (new Date().getUTCMonth() === 7) {
      advanceTime(12 * HOUR);
      await read();
    }
    expect(priceOf(x.reads, '2026-09')).toBe(0.005);
    expect(await budget(tenant)).toMatchObject({ used_usd: 0.005, resets_at: '2026-10-01T00:00:00.000Z' });
  });

  it('applies within a day after it was raised', async () => {
    const tenant = await withBudget(0.01, 3);
    await using x = await xWith(3);
    await read();
    await setMetrics(tenant, 'twitter', { metrics_budget: { limit_usd: 0.5 } });
    expect(await budget(tenant)).toMatchObject({ used_up_at: null });
    advanceTime(DAY);
    await read();
    expect(new Set(x.reads.map(({ id }) => id)).size).toBe(3);
  });

  it('is at least what the platform charges after a crash at any step', async () => {
    for (let step = 1, died = true; died; step++) {
      const tenant = await withBudget(0.02, 2);
      await using x = await xWith(2);
      const messages = await queuedMessages();
      const kill = killAt(harness.table, step);
      await handler(sqsEvent(messages.at(-1)!.message)).catch(() => {});
      harness.table.fault = null;
      died = kill.reached();
      await handler(sqsEvent(messages.at(-1)!.message));
      const { used_usd } = await budget(tenant);
      expect(Number(used_usd)).toBeGreaterThanOrEqual(priceOf(x.reads));
      expect(Number(used_usd)).toBeLessThanOrEqual(0.02);
      for (const each of measurements()) expect(each.measured_at === null || each.totals.likes).toBeTruthy();
      expect(step).toBeLessThan(40);
      advanceTime(60_000);
    }
  });

  it('is used by reads that are saved, although the answer of the table is lost', async () => {
    const tenant = await withBudget(0.02, 2);
    await using x = await xWith(2);
    let transactions = 0;
    harness.table.failAfterWrite = (command) =>
      command === 'TransactWriteCommand' && transactions++ === 0 ? sdkError('InternalServerError') : null;
    await read();
    harness.table.failAfterWrite = null;
    expect(measurements().map(({ totals }) => totals.likes)).toEqual(expect.arrayContaining([1, 2]));
    expect([x.reads.length, await budget(tenant)]).toMatchObject([2, { used_usd: 0.01 }]);
  });

  it('prevents every request while the table cannot count', async () => {
    await withBudget(1, 1);
    await using x = await xWith(1);
    const [message] = await queuedMessages();
    harness.table.fault = (command) => (command === 'PutCommand' ? sdkError('InternalServerError') : null);
    await handler(sqsEvent(message!.message));
    harness.table.fault = null;
    expect(x.urls).toEqual([]);
  });

  it('is in the coverage of analytics while it is used up', async () => {
    const tenant = await withBudget(0.01, 3);
    await using _ = await xWith(3);
    await read();
    const { json } = await callApi('analytics.performance', { token: await newToken(tenant) });
    expect(json.coverage).toMatchObject([
      {
        platform: 'twitter',
        posts: 2,
        stopped: [
          { reason: 'budget_used_up', accounts: 1, since: inSeconds(0), resumes_at: '2026-09-01T00:00:00.000Z' },
        ],
      },
    ]);
  });
});

describe('a budget of an account that is read for free', () => {
  it.each(['linkedin', 'sandbox'] as const)('is rejected, on %s, and null in its responses', async (kind) => {
    const tenant = await newTenant();
    const token = await newToken(tenant);
    if (kind === 'sandbox') await callApi('accounts.create', { token, body: { platform: 'twitter', sandbox: true } });
    else await connect(tenant, 'linkedin');
    const params = { id: (await accountOn(tenant, kind === 'sandbox' ? 'twitter' : kind))!.id };
    const answer = await callApi('accounts.update', { token, params, body: { metrics_budget: { limit_usd: 1 } } });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.errors).toMatchObject([{ pointer: '/metrics_budget', code: 'unsupported' }]);
    expect((await callApi('accounts.get', { token, params })).json).toMatchObject({
      ...{ metrics_budget: null, metrics_schedule: 'frequent' },
    });
  });
});

describe('a budget that is used up', () => {
  beforeEach(() => setSender('team@example.com'));

  const events = async (tenant: Tenant) => {
    const query = { type: 'account.metrics_budget_used_up' };
    const { json } = await callApi('events.list', { token: await newToken(tenant), query });
    return json.events as Json[];
  };

  /** Use up the budget of a team on X: `setSender` has replaced the settings that name the platform. */
  async function usedUp(x: { origin: string }, days = 3): Promise<void> {
    for (let day = 0; day < days; day++) {
      const { SETTINGS } = process.env;
      const settings = JSON.parse(SETTINGS!);
      process.env.SETTINGS = JSON.stringify({
        ...settings,
        allowsLoopbackReceivers: true,
        platformUrls: { ...settings.platformUrls, twitter: x.origin },
      });
      await read();
      await processAllChanges(harness);
      advanceTime(DAY);
      harness.sent();
      await onSweepDue();
      await work(harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE));
    }
  }

  it('is an event and an email to owners and admins, once in a month, even after it was raised', async () => {
    const tenant = await withBudget(0.01, 4);
    const [admin, editor] = [await join(tenant, 'admin'), await join(tenant, 'editor')];
    await processAllChanges(harness);
    await using x = await xWith(4);
    setSender('team@example.com');
    const { id, name } = (await accountOn(tenant, 'twitter'))!;
    const used_up_at = inSeconds(0);
    await usedUp(x);
    await setMetrics(tenant, 'twitter', { metrics_budget: { limit_usd: 0.015 } });
    await usedUp(x);
    expect(await events(tenant)).toMatchObject([
      { timestamp: used_up_at, data: { account_id: id, platform: 'twitter', name, limit_usd: 0.01, used_up_at } },
    ]);
    const sent = recipients();
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).toContain(admin.email);
    expect(sent).not.toContain(editor.email);
    expect(emails()[0]!.Content.Simple.Subject.Data).toMatch(
      /^The monthly budget for reading the metrics of .* on X is used up until/,
    );
    expect(textOf(emails()[0]!)).toContain('https://app.test/app/#/accounts');
  });

  it('is another event in the next month', async () => {
    advanceTime(25 * DAY);
    const tenant = await withBudget(0.01, 3);
    await using x = await xWith(3);
    setSender('team@example.com');
    await usedUp(x, 10);
    const found = (await events(tenant)).map(({ timestamp }) => String(timestamp).slice(0, 7));
    expect(found.sort()).toEqual(['2026-08', '2026-09']);
  });
});

it('the stream that delivers the change of an account again emits no second event', async () => {
  const tenant = await withBudget(0.01, 3);
  await using _ = await xWith(3);
  await processAllChanges(harness);
  await read();
  const account = await accountOn(tenant, 'twitter');
  expect(account!.metrics_budget_used_up_at).toBe(inSeconds(0));
  await processAllChanges(harness);
  const count = () => harness.table.items().filter(({ entity }) => entity === 'Event').length;
  const before = count();
  advanceTime(DAY);
  await read();
  await processAllChanges(harness);
  expect(count()).toBe(before);
});

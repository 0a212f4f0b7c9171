import { CreateScheduleCommand, DeleteScheduleCommand, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { needsReconnect } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { entryWrite, loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newAccount, newContent, newExport, newQueue, newWebhook } from '../functions/resources.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { accountOn } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  processAllChanges,
  processChanges,
  processStreamRecords,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

// The stream delivers records again after an error, and an operator may replay those of the last 24 hours.

const harness = setupWorkers();
const bucket = setupObjectStore();

/** The schedules that exist, by their names. */
const schedules = new Map<string, Json>();

beforeEach(() => {
  schedules.clear();
  harness.scheduler.on(CreateScheduleCommand).callsFake((input) => {
    if (schedules.has(String(input.Name))) throw sdkError('ConflictException');
    schedules.set(String(input.Name), input);
    return {};
  });
  harness.scheduler.on(UpdateScheduleCommand).callsFake((input) => {
    if (!schedules.has(String(input.Name))) throw sdkError('ResourceNotFoundException');
    schedules.set(String(input.Name), input);
    return {};
  });
  harness.scheduler.on(DeleteScheduleCommand).callsFake((input) => {
    if (!schedules.delete(String(input.Name))) throw sdkError('ResourceNotFoundException');
    return {};
  });
});

const replay = async (records: DynamoDBRecord[]) => expect(await processStreamRecords(records)).toEqual([]);

async function move(tenant: Tenant, id: string, scheduledAt: string): Promise<void> {
  const body = { scheduled_at: scheduledAt };
  await succeed('content.update', { token: await newToken(tenant), params: { id }, body });
}

async function cancel(tenant: Tenant, id: string): Promise<void> {
  await succeed('schedule.cancel', { token: await newToken(tenant), params: { id } });
}

/** The time of a schedule that fires a minute before `scheduledAt`. */
const expressionFor = (scheduledAt: string) =>
  `at(${new Date(Date.parse(scheduledAt) - 60_000).toISOString().slice(0, 19)})`;

const linesWith = (text: string) =>
  harness
    .logged()
    .split('\n')
    .filter((line) => line.includes(text)).length;

describe('a replayed record of a schedule entry', () => {
  it('does not move its schedule to an outdated time', async () => {
    const { tenant, content, entry } = await newScheduledContent(harness, 3600);
    const outdated = await processChanges(harness);
    await move(tenant, content.id, inSeconds(7200));
    await processChanges(harness);
    await replay(outdated);
    expect(schedules.get(entry.id)).toMatchObject({ ScheduleExpression: expressionFor(inSeconds(7200)) });
  });

  it('creates no schedule for a cancelled entry, nor for one of a deleted item', async () => {
    const one = await newScheduledContent(harness, 3600);
    const outdated = await processChanges(harness);
    await cancel(one.tenant, one.entry.id);
    await processChanges(harness);
    await replay(outdated);
    expect(schedules.size).toBe(0);
    await callApi('content.delete', { token: one.tenant.token, params: { id: one.content.id } });
    await processChanges(harness);
    await replay(outdated);
    expect(schedules.size).toBe(0);
  });

  it('sends no message for an entry that was moved away from now', async () => {
    const { tenant, content } = await newScheduledContent(harness, 30);
    const outdated = await processChanges(harness);
    await move(tenant, content.id, inSeconds(7200));
    await processChanges(harness);
    harness.sent();
    await replay(outdated);
    expect(harness.sent()).toEqual([]);
  });

  it('that is processed while its entry is moved leaves the new time, whichever ends last', async () => {
    const { tenant, content, entry } = await newScheduledContent(harness, 3600);
    const outdated = harness.changes();
    let isMoved = false;
    harness.scheduler.on(CreateScheduleCommand).callsFake(async (input) => {
      if (!isMoved) {
        isMoved = true;
        await move(tenant, content.id, inSeconds(7200));
        await processChanges(harness);
      }
      schedules.set(String(input.Name), input);
      return {};
    });
    await replay(outdated);
    expect(schedules.get(entry.id)).toMatchObject({ ScheduleExpression: expressionFor(inSeconds(7200)) });
  });

  it('leaves exactly the schedule of the current state, after any changes replayed in any order', async () => {
    const change = fc.oneof(fc.integer({ min: 300, max: 90_000 }), fc.constant('cancel' as const));
    const scenario = fc.record({
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
      replays: fc.array(fc.nat(10), { maxLength: 6 }),
      between: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ changes, replays, between }) => {
        schedules.clear();
        harness.table.clear();
        const { tenant, content, entry } = await newScheduledContent(harness, 3600);
        const batches = [await processChanges(harness)];
        const again = async () => {
          for (const index of replays) await replay(batches[index % batches.length]!);
        };
        for (const each of changes) {
          const { state } = (await loadEntry(tenant.workspace.id, entry.id))!;
          if (state !== 'pending') break;
          if (each === 'cancel') await cancel(tenant, entry.id);
          else await move(tenant, content.id, inSeconds(each));
          batches.push(await processChanges(harness));
          if (between) await again();
        }
        await again();
        const { state, scheduled_at } = (await loadEntry(tenant.workspace.id, entry.id))!;
        const expected = state === 'pending' ? [expressionFor(scheduled_at)] : [];
        expect([...schedules.values()].map((each) => each.ScheduleExpression)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a replayed record of a post', () => {
  it('of unknown outcome queues no check that has been made', async () => {
    const { tenant, entry } = await newScheduledContent(harness, 0);
    await processChanges(harness);
    const change = async (fields: Partial<ScheduleEntry>) => {
      const before = (await loadEntry(tenant.workspace.id, entry.id))!;
      await commit([entryWrite(before, { ...before, ...fields })]);
    };
    await change({ state: 'unconfirmed', due_at: inSeconds(5) });
    const outdated = await processChanges(harness);
    await change({ due_at: inSeconds(60) });
    await processChanges(harness);
    harness.sent();
    await replay(outdated);
    expect(harness.sent()).toEqual([]);
  });
});

describe('a replayed record of an event', () => {
  it('is not delivered to an endpoint that was registered later', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { url: 'https://example.com/first' });
    await processAllChanges(harness);
    await newContent(tenant);
    const outdated = harness.changes();
    await replay(outdated);
    await processAllChanges(harness);
    advanceTime(3_600_000);
    await newWebhook({ ...tenant, token: await newToken(tenant) } as Tenant, { url: 'https://example.com/later' });
    await processAllChanges(harness);
    const [first] = harness.sent();
    await replay(outdated);
    expect(harness.sent()).toEqual([first]);
    expect(storedRecords(harness, 'Event')).toHaveLength(1);
  });

  it('is delivered to an endpoint of the same moment, whose clock was ahead', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    const records = harness.changes();
    advanceTime(500);
    await newWebhook(tenant, { url: 'https://example.com/first' });
    await replay(records);
    expect(harness.sent()).toHaveLength(1);
  });
});

describe('a replayed record of work in steps', () => {
  it('of a queue holds no post that was resumed, and gives none a slot that it has left', async () => {
    const tenant = await newTenant();
    const { id } = await newQueue(tenant);
    const items = [await newContent(tenant, { queue: id }), await newContent(tenant, { queue: id })];
    const outdated = await processChanges(harness);
    const setPaused = async (paused: boolean) => {
      await succeed('queues.update', { token: tenant.token, params: { id }, body: { paused } });
      outdated.push(...(await processChanges(harness)));
    };
    await setPaused(true);
    await setPaused(false);
    await newContent(tenant, { title: 'First', queue: id, position: 'first' });
    await callApi('content.delete', { token: tenant.token, params: { id: items[1]!.id } });
    outdated.push(...(await processChanges(harness)));
    await processAllChanges(harness);
    const stateOf = () => [storedRecords(harness, 'Queue'), storedRecords(harness, 'ScheduleEntry')];
    const before = stateOf();
    await replay(outdated);
    expect(stateOf()).toEqual(before);
  });

  it('of an export writes no file again', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    await newExport(tenant, { kind: 'content', format: 'csv' });
    const outdated = await processChanges(harness);
    await processAllChanges(harness);
    const before = storedRecords(harness, 'Export');
    expect(before).toMatchObject([{ status: 'completed' }]);
    bucket.objects.clear();
    await replay(outdated);
    expect([bucket.objects.size, storedRecords(harness, 'Export')]).toEqual([0, before]);
  });
});

describe('a replayed record of an operational state', () => {
  it('counts no account as lost that is connected again', async () => {
    const tenant = await newTenant();
    const credentials = { expires_in: 7200, refresh_token: 'refresh-1', client_id: 'client-1' };
    await newAccount(tenant, credentials);
    await processChanges(harness);
    const account = (await accountOn(tenant, 'twitter')) as Account;
    await commit([accountWrite(account, needsReconnect(account, 'refresh_lost', Date.now()))]);
    const outdated = await processChanges(harness);
    expect(linesWith('"AccountsNeedReconnect":1')).toBe(1);
    await newAccount(tenant, credentials);
    await processChanges(harness);
    await replay(outdated);
    expect(linesWith('"AccountsNeedReconnect":1')).toBe(1);
    expect(linesWith('"account needs reconnect"')).toBe(1);
  });

  it('repeats no step of an import that has run', async () => {
    const tenant = await newTenant();
    const content = 'text,platforms\nOne,twitter\nTwo,twitter';
    await callApi('imports.create', { token: tenant.token, body: { format: 'csv', content, dry_run: false } });
    const outdated: DynamoDBRecord[] = [];
    for (let changes = await processChanges(harness); changes.length > 0; changes = await processChanges(harness)) {
      outdated.push(...changes);
    }
    expect(storedRecords(harness, 'Content')).toHaveLength(2);
    await replay(outdated);
    expect(storedRecords(harness, 'Content')).toHaveLength(2);
    expect(storedRecords(harness, 'Import')).toMatchObject([{ status: 'completed', created_count: 2 }]);
  });

  it('notifies of an account that needed a reconnect once', async () => {
    const tenant = await newTenant();
    await newAccount(tenant, { expires_in: 7200 });
    await processChanges(harness);
    const account = (await accountOn(tenant, 'twitter')) as Account;
    await commit([accountWrite(account, needsReconnect(account, 'refresh_lost', Date.now()))]);
    const outdated = await processChanges(harness);
    await newAccount(tenant, { expires_in: 7200 });
    await processAllChanges(harness);
    await replay(outdated);
    expect(storedRecords(harness, 'Notification').map(({ kind }) => kind)).toEqual(['account_needs_reconnect']);
  });

  it.each([
    ['warned', 'EndpointsWarned', () => ({ failing_since: inSeconds(-300_000), warned_at: inSeconds(0) })],
    ['disabled', 'EndpointsDisabled', () => ({ status: 'disabled' as const, disabled_reason: 'Gone.' })],
  ])('counts no endpoint as %s that is healthy again', async (_, metric, change) => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant, { url: 'https://example.com/hook' });
    await processAllChanges(harness);
    const healthy = (await loadEndpoint(tenant.workspace.id, id))!;
    await commit([endpointWrite(healthy, { ...healthy, ...change() })]);
    const outdated = await processChanges(harness);
    expect(linesWith(`"${metric}":1`)).toBe(1);
    await commit([endpointWrite({ ...healthy, version: healthy.version + 1 }, healthy)]);
    await processAllChanges(harness);
    await replay(outdated);
    expect(linesWith(`"${metric}":1`)).toBe(1);
  });
});

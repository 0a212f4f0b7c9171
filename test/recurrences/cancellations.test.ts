import { describe, expect, it } from 'vitest';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { workspaceEntity } from '../../lib/identity/entities/workspaces.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { act, newTeam } from '../functions/given/approvals.ts';
import { newThread, request, runAll, runWorker } from '../functions/given/thread.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { accountOn, connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

/** `content.cancelled`: what was scheduled and will not be published has an event that says why. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;

interface Emitted {
  status: string;
  targets: { status: string; schedule_id: string }[];
  cancellation: { reason: string; schedule_ids: string[]; platforms: string[]; account_ids: string[] };
}

/** Process all changes, and return the data of each `content.cancelled`. */
async function cancelled(): Promise<Emitted[]> {
  await processAllChanges(harness);
  const events = storedRecords(harness, 'Event').filter(({ type }) => type === 'content.cancelled');
  return events.map(({ data }) => JSON.parse(String(data)));
}

const reasons = async () => (await cancelled()).map(({ cancellation }) => cancellation.reason);

async function call(tenant: Tenant, operation: string, id: string, body?: Json) {
  const answer = await callApi(operation, { token: await newToken(tenant), params: { id }, ...(body && { body }) });
  expect(answer.status, answer.text).toBe(200);
}

/** An item that is scheduled on X and LinkedIn, and the ids of its entries. */
async function scheduledItem(fields: Json = {}) {
  const tenant = await newTenant();
  const content = await newContent(tenant, { scheduled_at: inSeconds(3600), ...fields });
  const ids = (content.targets as { schedule_id: string }[]).map(({ schedule_id }) => schedule_id);
  await processAllChanges(harness);
  return { tenant, id: content.id, ids };
}

describe('content.cancelled is emitted once', () => {
  it.each([
    ['made_draft', 'content.update', { status: 'draft' }],
    ['item_cancelled', 'content.update', { status: 'cancelled' }],
    ['item_deleted', 'content.delete', undefined],
  ])('with the reason %s and all entries', async (reason, operation, body) => {
    const { tenant, id, ids } = await scheduledItem();
    await call(tenant, operation, id, body);
    const platforms = ['twitter', 'linkedin'];
    expect((await cancelled()).map(({ cancellation }) => cancellation)).toEqual([
      { reason, schedule_ids: ids, platforms, account_ids: [] },
    ]);
  });

  it('with the reason entry_cancelled and the entry that was cancelled', async () => {
    const { tenant, ids } = await scheduledItem();
    await call(tenant, 'schedule.cancel', ids[1]!);
    const [event, ...others] = await cancelled();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ status: 'scheduled', cancellation: { reason: 'entry_cancelled' } });
    expect(event!.cancellation.schedule_ids).toEqual([ids[1]]);
    expect(event!.targets.map(({ status }) => status)).toEqual(['pending', 'cancelled']);
  });

  it.each([
    ['names', true],
    ['does not name', false],
  ])('with the reason account_deleted for an item that %s the account', async (_, isNamed) => {
    const tenant = await newTenant();
    const account = await connect(tenant, 'twitter');
    const accounts = isNamed ? { accounts: [account.id] } : {};
    await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(3600), ...accounts });
    await call(tenant, 'accounts.delete', String(account.id));
    expect(
      (await cancelled()).map(({ status, cancellation }) => [status, cancellation.reason, cancellation.account_ids]),
    ).toEqual([['draft', 'account_deleted', [account.id]]]);
  });

  it('for each item of a deleted account', async () => {
    const tenant = await newTenant();
    const account = await connect(tenant, 'twitter');
    for (const title of ['One', 'Two', 'Three']) {
      await newContent(tenant, { title, platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    }
    await call(tenant, 'accounts.delete', String(account.id));
    expect(await reasons()).toEqual(['account_deleted', 'account_deleted', 'account_deleted']);
  });

  it('with the reason item_deleted for a thread that is deleted between two parts', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    await processAllChanges(harness);
    expect((await request(thread, 'content.delete')).status).toBe(200);
    const [event, ...others] = await cancelled();
    expect(others).toEqual([]);
    expect(event!.cancellation).toMatchObject({
      reason: 'item_deleted',
      schedule_ids: [thread.dueMessage.schedule_id],
      platforms: ['twitter'],
    });
  });

  it('although the stream delivers the change again', async () => {
    const { tenant, id } = await scheduledItem();
    await call(tenant, 'content.update', id, { status: 'draft' });
    const records = await processChanges(harness);
    await processStreamRecords(records);
    expect(await reasons()).toEqual(['made_draft']);
  });

  it('again after the item was scheduled and cancelled again', async () => {
    const { tenant, id } = await scheduledItem();
    for (const _ of [1, 2]) {
      await call(tenant, 'content.update', id, { status: 'draft' });
      await processAllChanges(harness);
      await call(tenant, 'content.update', id, { scheduled_at: inSeconds(7200) });
      await processAllChanges(harness);
    }
    expect(await reasons()).toEqual(['made_draft', 'made_draft']);
  });

  it('later than the last change of a deleted item, within the second in which the stream has the deletion', async () => {
    const { tenant, id } = await scheduledItem();
    advanceTime(700);
    await call(tenant, 'content.update', id, { title: 'Changed' });
    await processAllChanges(harness);
    await call(tenant, 'content.delete', id);
    const records = harness.changes();
    for (const { dynamodb } of records) dynamodb!.ApproximateCreationDateTime = Math.floor(Date.now() / 1000);
    await processStreamRecords(records);
    const [event] = storedRecords(harness, 'Event').filter(({ type }) => type === 'content.cancelled');
    expect(Date.parse(String(event!.timestamp))).toBe(Date.now() + 1);
  });
});

describe('with a required approval, content.cancelled with the reason approval_lost is emitted', () => {
  /** An approved item that is scheduled for X. */
  async function approvedItem() {
    const team = await newTeam();
    const content = await newContent(team.author, { platforms: ['twitter'], scheduled_at: inSeconds(7 * 86_400) });
    expect((await act('submit', team.author, content.id)).status).toBe(200);
    expect((await act('approve', team.approver, content.id)).status).toBe(200);
    await processAllChanges(harness);
    return { ...team, id: content.id };
  }

  it('when the approval is withdrawn: the entry stays pending', async () => {
    const { author, id } = await approvedItem();
    expect((await act('withdraw', author, id)).status).toBe(200);
    const [event, ...others] = await cancelled();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ status: 'scheduled', cancellation: { reason: 'approval_lost' } });
    expect(event!.targets.map(({ schedule_id, status }) => [schedule_id, status])).toEqual([
      [event!.cancellation.schedule_ids[0], 'pending'],
    ]);
  });

  it('when changes are requested', async () => {
    const { approver, id } = await approvedItem();
    expect((await act('request-changes', approver, id)).status).toBe(200);
    expect(await reasons()).toEqual(['approval_lost']);
  });

  it('when an edit revokes the approval', async () => {
    const { author, id } = await approvedItem();
    await callApi('content.update', { token: author.token, params: { id }, body: { description: 'Other' } });
    expect(await reasons()).toEqual(['approval_lost']);
  });

  it('for each loss, once', async () => {
    const { author, approver, id } = await approvedItem();
    for (const action of ['withdraw', 'submit', 'approve', 'withdraw', 'submit', 'withdraw'] as const) {
      expect((await act(action, action === 'approve' ? approver : author, id)).status).toBe(200);
      await processAllChanges(harness);
    }
    expect(await reasons()).toEqual(['approval_lost', 'approval_lost']);
  });

  it('not when an edit also makes the item a draft, which is the reason', async () => {
    const { author, id } = await approvedItem();
    const body = { description: 'Other', status: 'draft' };
    await callApi('content.update', { token: author.token, params: { id }, body });
    expect(await reasons()).toEqual(['made_draft']);
  });

  it('not when the workspace requires no approval', async () => {
    const { tenant, author, id } = await approvedItem();
    await setWorkspace(tenant, { approval: 'none' });
    await act('withdraw', author, id);
    expect(await reasons()).toEqual([]);
  });

  it('not for an approval of an item that has no time', async () => {
    const { author, approver } = await newTeam();
    const { id } = await newContent(author, { platforms: ['twitter'] });
    await act('submit', author, id);
    await act('approve', approver, id);
    await act('withdraw', author, id);
    expect(await reasons()).toEqual([]);
  });
});

describe('content.cancelled is not emitted', () => {
  it.each([
    ['the deletion of a draft', 'content.delete', undefined],
    ['the cancellation of a draft', 'content.update', { status: 'cancelled' }],
  ])('by %s: nothing was scheduled', async (_, operation, body) => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    await processAllChanges(harness);
    await call(tenant, operation, id, body);
    expect(await reasons()).toEqual([]);
  });

  it('by a new time', async () => {
    const { tenant, id } = await scheduledItem();
    await call(tenant, 'content.update', id, { scheduled_at: inSeconds(7200) });
    expect(await reasons()).toEqual([]);
  });

  it('by the deletion of a published item', async () => {
    const thread = await newThread({});
    await runAll(thread);
    await processAllChanges(harness);
    expect((await request(thread, 'content.delete')).status).toBe(200);
    expect(await reasons()).toEqual([]);
  });

  it('by the deletion of an interrupted thread, which content.failed has reported', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    await platforms().script('twitter', 'duplicate');
    await runWorker(thread);
    await processAllChanges(harness);
    expect((await request(thread, 'content.delete')).status).toBe(200);
    expect(await reasons()).toEqual([]);
  });

  it('by the deletion of the account of a thread between two parts, which content.failed reports', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    await call(thread.tenant, 'accounts.delete', (await accountOn(thread.tenant, 'twitter'))!.id);
    await runAll(thread);
    expect(await reasons()).toEqual([]);
    expect(storedRecords(harness, 'Event').filter(({ type }) => type === 'content.failed')).toHaveLength(1);
  });

  it('by the erasure of a workspace, which deletes the workspace first', async () => {
    const { tenant, id } = await scheduledItem();
    const workspace_id = tenant.workspace.id;
    await commit([{ delete: keyOf(workspaceEntity, { id: workspace_id }), condition: 'any' }]);
    await commit([{ delete: keyOf(contentEntity, { workspace_id, id }), condition: 'any' }]);
    expect(await reasons()).toEqual([]);
  });
});

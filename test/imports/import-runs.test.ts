import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { stampOf } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { change, checked, followImports, type ImportView, newImport, readImport } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newQueue } from '../functions/resources.ts';
import { newStageTenant, newTenant, newToken } from '../functions/tenants.ts';
import { killAt, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { callIn, newCustomer } from '../workspaces/given.ts';

const harness = setupWorkers();
setupObjectStore();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ROWS = 6;
const file = (count = ROWS, prefix = 'Post') =>
  ['text,platforms', ...Array.from({ length: count }, (_, index) => `${prefix} ${index},twitter`)].join('\n');
const itemsOf = () => storedRecords<Json & { id: string; title: string }>(harness, 'Content');

/** The places of imports that are taken. */
const workingCount = () =>
  harness.table.items().find(({ entity, sk }) => entity === 'Counter' && sk === 'imports')?.working;

/** Process the changes so far as Lambda does: a batch that fails is delivered again, after the worker was killed once. */
async function followWithKill(kill: number): Promise<boolean> {
  const state = killAt(harness.table, kill);
  let isReached = false;
  for (let round = 0; round < 500; round++) {
    const changes = harness.changes();
    if (changes.length === 0) return isReached;
    for (let [pending, isWaiting] = [changes, true]; isWaiting; ) {
      const failed = await processStreamRecords(pending).catch(() =>
        pending.map((each) => each.dynamodb!.SequenceNumber!),
      );
      if (state.reached()) [isReached, harness.table.fault] = [true, null];
      pending = pending.filter((each) => failed.includes(each.dynamodb!.SequenceNumber!));
      isWaiting = failed.length > 0;
      // The lease of a killed worker ends.
      advanceTime(isWaiting ? LEASE_SECONDS.indexing * 1000 : 0);
    }
  }
  throw new Error('The import does not come to an end.');
}

/** Expect that every row is an item, in the order of the slots, and none twice. */
function expectEachOnce({ counts, rows }: ImportView) {
  expect(counts).toMatchObject({ created: ROWS, failed: 0 });
  expect(
    itemsOf()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(Array.from({ length: ROWS }, (_, index) => `Post ${index}`));
  const slots = rows.map(({ scheduled_at }) => String(scheduled_at));
  expect(slots).toEqual([...new Set(slots)].sort());
  const [queue] = storedRecords<{ posts: { slot_at: string }[] }>(harness, 'Queue');
  expect(queue!.posts.map(({ slot_at }) => slot_at)).toEqual(slots);
}

describe('the run of an import', () => {
  it('makes each item once, wherever the worker is killed', async () => {
    let kill = 1;
    for (let isReached = true; isReached; kill += 3) {
      const tenant = await newTenant();
      harness.table
        .items()
        .filter(({ entity }) => entity === 'Content' || entity === 'Queue')
        .forEach((item) => void harness.table.remove(item));
      const queue = await newQueue(tenant);
      const { id } = await checked(harness, tenant, file(), { defaults: { queue: queue.id } });
      await callApi('imports.run', { token: tenant.token, params: { id } });
      isReached = await followWithKill(kill);
      harness.table.fault = null;
      expectEachOnce(await readImport(tenant, id));
    }
    expect(kill).toBeGreaterThan(60);
  });

  it('makes each item once when two workers run at the same time, also beside a stranger who takes slots', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant);
    const { id } = await checked(harness, tenant, file(), { defaults: { queue: queue.id } });
    await callApi('imports.run', { token: tenant.token, params: { id } });
    const changes = harness.changes();
    harness.table.latency = async () => void (await new Promise((resolve) => setTimeout(resolve, Math.random() * 3)));
    const body = { title: 'Other', platforms: ['linkedin'], queue: queue.id };
    await Promise.all([
      processStreamRecords(changes),
      processStreamRecords(changes),
      processStreamRecords(changes),
      callApi('content.create', { token: tenant.token, body }),
    ]);
    harness.table.latency = null;
    await followImports(harness);
    const { counts } = await readImport(tenant, id);
    expect(counts).toMatchObject({ created: ROWS, failed: 0 });
    expect(itemsOf()).toHaveLength(ROWS + 1);
    const [stored] = storedRecords<{ posts: { slot_at: string }[] }>(harness, 'Queue');
    expect(new Set(stored!.posts.map(({ slot_at }) => slot_at)).size).toBe(ROWS + 1);
  });

  it('is run and undone once: a repetition is 409 with the reason', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, 'text,platforms\nOne,x\n');
    const request = (operation: 'imports.run' | 'imports.undo') =>
      callApi(operation, { token: tenant.token, params: { id } });
    expect((await request('imports.run')).status).toBe(202);
    expect((await request('imports.run')).json.detail).toBe('The import is being run already.');
    expect((await request('imports.undo')).status).toBe(202);
    expect((await request('imports.undo')).json.detail).toBe('The import is being undone already.');
    await followImports(harness);
    expect((await request('imports.undo')).json.detail).toBe('The import was undone. Create another one.');
  });

  it('is started once by two people, and stopped by an undo', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, file(60));
    const [one, two] = await Promise.all(
      [1, 2].map(() => callApi('imports.run', { token: tenant.token, params: { id } })),
    );
    expect([one!.status, two!.status].sort()).toEqual([202, 409]);
    // The first step only.
    await processStreamRecords(harness.changes());
    expect(itemsOf()).toHaveLength(20);
    const stale = harness.changes();
    const undone = await change(harness, tenant, 'imports.undo', id);
    expect(undone).toMatchObject({ status: 'undone', counts: { removed: 20, kept: 0 } });
    await processStreamRecords(stale);
    await followImports(harness);
    expect(itemsOf()).toEqual([]);
    expect(workingCount()).toBe(0);
  });

  it('is undone wherever the worker is killed', async () => {
    let kill = 1;
    for (let isReached = true; isReached; kill += 4) {
      const tenant = await newTenant();
      const { id } = await checked(harness, tenant, file(), { dry_run: false });
      await callApi('imports.undo', { token: tenant.token, params: { id } });
      isReached = await followWithKill(kill);
      harness.table.fault = null;
      expect(await readImport(tenant, id)).toMatchObject({ status: 'undone', counts: { removed: ROWS, created: 0 } });
    }
    expect(kill).toBeGreaterThan(30);
  });

  it('is undone without the key of an item that another import has made since', async () => {
    const tenant = await newTenant();
    const first = await checked(harness, tenant, file(1), { dry_run: false });
    const { id } = itemsOf()[0]!;
    await callApi('content.delete', { token: tenant.token, params: { id } });
    await followImports(harness);
    await checked(harness, tenant, file(1), { dry_run: false });
    const undone = await change(harness, tenant, 'imports.undo', first.id);
    expect(undone).toMatchObject({ status: 'undone', counts: { removed: 1 } });
    expect((await checked(harness, tenant, file(1))).rows[0]).toMatchObject({
      ...{ status: 'duplicate', problems: [{ content_id: itemsOf()[0]!.id }] },
    });
  });

  it('is undone when another import takes a key at the same time, and leaves that key', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, file(), { dry_run: false });
    await callApi('imports.undo', { token: tenant.token, params: { id } });
    let taken = 0;
    harness.table.latency = async (command) => {
      if (command !== 'TransactWriteCommand' || taken > 0) return;
      for (const key of harness.table.items().filter(({ entity }) => entity === 'ImportKey')) {
        harness.table.insert({ ...key, content_id: 'cnt_01K00000000000000000000000' });
        taken++;
      }
    };
    await followImports(harness);
    harness.table.latency = null;
    expect(await readImport(tenant, id)).toMatchObject({ status: 'undone', counts: { removed: ROWS, created: 0 } });
    expect(storedRecords(harness, 'ImportKey')).toHaveLength(taken);
    expect([taken, itemsOf()]).toEqual([ROWS, []]);
  });

  it('keeps the problem of a row that fails, and runs it again after a correction of another', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant);
    const { id } = await checked(harness, tenant, file(3), { defaults: { queue: queue.id } });
    const pause = (paused: boolean) =>
      callApi('queues.update', { token: tenant.token, params: { id: queue.id }, body: { paused } });
    await pause(true);
    const failed = await change(harness, tenant, 'imports.run', id);
    expect(failed).toMatchObject({ status: 'completed', counts: { created: 0, failed: 3 } });
    expect(failed.rows[0]).toMatchObject({ status: 'failed', problems: [{ code: 'queue_paused' }] });
    await pause(false);
    await change(harness, tenant, 'imports.update', id, { corrections: [{ row: 1, values: { text: 'New' } }] });
    const done = await change(harness, tenant, 'imports.run', id);
    expect(done.counts).toMatchObject({ created: 3, failed: 0 });
    expect(
      itemsOf()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['New', 'Post 1', 'Post 2']);
  });

  it('continues by the sweep when its change is lost, and fails when nothing continues it for a day', async () => {
    const tenant = await newTenant();
    const { id } = await newImport(tenant, file());
    harness.changes();
    advanceTime(2 * HOUR);
    await onSweepDue();
    await followImports(harness);
    const later = { token: await newToken(tenant) };
    expect((await readImport(later, id)).status).toBe('ready');
    await callApi('imports.run', { ...later, params: { id } });
    harness.changes();
    advanceTime(25 * HOUR);
    await onSweepDue();
    await followImports(harness);
    const last = { token: await newToken(tenant) };
    expect(await readImport(last, id)).toMatchObject({ status: 'failed', problem: { code: 'timed_out' } });
    // What is left can be checked and run again.
    await change(harness, last, 'imports.update', id, { defaults: {} });
    expect((await change(harness, last, 'imports.run', id)).counts.created).toBe(ROWS);
  });

  it('does not start in the two days before the import expires, so that it has given back its place by then', async () => {
    const tenant = await newTenant();
    const [one, two] = [await checked(harness, tenant, file(1)), await checked(harness, tenant, file(1, 'Other'))];
    advanceTime(28 * DAY - HOUR);
    const inTime = { token: await newToken(tenant) };
    expect((await change(harness, inTime, 'imports.run', one.id)).counts.created).toBe(1);
    advanceTime(2 * HOUR);
    const token = await newToken(tenant);
    for (const [operation, id, body] of [
      ['imports.run', two.id, {}],
      ['imports.update', two.id, { defaults: {} }],
      ['imports.undo', one.id, undefined],
    ] as const) {
      const answer = await callApi(operation, { token, params: { id }, ...(body ? { body } : {}) });
      expect(answer).toMatchObject({ status: 409, json: { code: 'invalid_state_transition', allowed: [] } });
    }
    expect(workingCount()).toBe(0);
  });

  it('waits for a request when its check ends in the two days before the import expires', async () => {
    const tenant = await newTenant();
    const { id } = await newImport(tenant, file(1), { mapping: { text: 'none' }, dry_run: false });
    await followImports(harness);
    advanceTime(28 * DAY - HOUR);
    const body = { mapping: { text: 'text', platforms: 'platforms' } };
    expect((await callApi('imports.update', { token: await newToken(tenant), params: { id }, body })).status).toBe(200);
    advanceTime(2 * HOUR);
    await followImports(harness);
    expect((await readImport({ token: await newToken(tenant) }, id)).status).toBe('ready');
    expect([workingCount(), itemsOf()]).toEqual([0, []]);
  });

  it('is not for the keys of agents, nor for those who may not write', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, file(1));
    const body = { name: 'Agent', permissions: ['content:read', 'content:write'], agent: {} };
    const { json } = await callApi('keys.create', { token: tenant.token, body });
    expect(json.client_secret).toBeTypeOf('string');
    const answer = await callApi('auth.token', {
      body: { grant_type: 'client_credentials', client_id: json.client_id, client_secret: json.client_secret },
    });
    const token = String(answer.json.access_token);
    const run = await callApi('imports.run', { token, params: { id } });
    expect([run.status, run.json.code]).toEqual([403, 'agent_not_permitted']);
  });

  it('by a stage key is recorded in the audit log of each item with the key and the actor of the run', async () => {
    const stage = await newStageTenant();
    const { id: workspace } = await newCustomer(stage);
    const body = { format: 'csv', content: file(1) };
    const { json } = await callIn(workspace, stage, 'imports.create', { body, headers: { actor: 'user-1' } });
    await followImports(harness);
    const run = { params: { id: String(json.id) }, headers: { actor: 'user-4711' } };
    expect((await callIn(workspace, stage, 'imports.run', run)).status).toBe(202);
    await followImports(harness);
    const item = harness.table.items().find(({ entity }) => entity === 'Content');
    expect(stampOf(item ?? null)).toMatchObject({
      ...{ type: 'stage_key', client_id: stage.key.client_id, user_id: null, operation: 'imports.run' },
      actor: 'user-4711',
    });
  });
});

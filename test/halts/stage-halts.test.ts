import timers from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { HALTS_KNOWN_MS } from '../../lib/publishing/rules/halt-check.ts';
import { haltWorkspaces, type Resumption, resumeWorkspaces } from '../../tools/cli/stage-halt.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { auditLog } from '../functions/audit-log.ts';
import { halt } from '../functions/given/halt.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  lambdaContext,
  processAllChanges,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

/** An operator halts publishing in all workspaces of a stage, and resumes it. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;
const REASON = 'The platform returns wrong ids.';

async function* each(tenants: Tenant[]) {
  for (const { workspace } of tenants) yield workspace.id;
}

/** Halt as the command does. The wait at its end moves the clock. Returns how many were halted, and how long it waited. */
async function haltAll(tenants: Tenant[]) {
  const startMs = Date.now();
  const pauses = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => advanceTime(ms ?? 0) as never);
  const halted = await haltWorkspaces(each(tenants), REASON);
  pauses.mockRestore();
  return { halted, waitedMs: Date.now() - startMs };
}

async function resumeAll(tenants: Tenant[], resumption: Resumption): Promise<number> {
  const resumed = await resumeWorkspaces(each(tenants), resumption);
  await processAllChanges(harness);
  return resumed;
}

/** Create workspaces, each with posts that are due in a minute. */
async function planned(count: number, posts = 1) {
  const tenants: Tenant[] = [];
  const due: DueMessage[] = [];
  for (let index = 0; index < count; index++) {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    for (let post = 0; post < posts; post++) {
      const fields = { title: `Post ${post}`, description: `Post ${post} of ${index}` };
      due.push((await scheduleContent(tenant, 'twitter', fields)).dueMessage);
    }
    tenants.push(tenant);
  }
  return { tenants, due };
}

const publish = async (due: DueMessage[]) => {
  for (const message of due) await handler(message, lambdaContext());
};

const haltsOf = async (tenant: Tenant) =>
  (await callApi('halts.list', { token: await newToken(tenant) })).json.halts as (Json & { id: string })[];

describe('an operator who halts a stage', () => {
  it('stops every workspace before the command returns, and after all workers have read it', async () => {
    const { tenants, due } = await planned(20);
    const { halted, waitedMs } = await haltAll(tenants);
    expect(halted).toBe(20);
    expect(waitedMs).toBeGreaterThan(HALTS_KNOWN_MS);
    expect(waitedMs).toBeLessThanOrEqual(2000);
    advanceTime(MINUTE);
    await publish(due);
    expect(await platforms().posts()).toEqual([]);
    for (const message of due) expect(await loadDueEntry(message)).toMatchObject({ state: 'pending', due_at: null });
  });

  it('is shown by the posts, by GET /halts, as an event and in the audit log, with the operator', async () => {
    const { tenants } = await planned(1);
    const [tenant] = tenants as [Tenant];
    await haltAll(tenants);
    const [shown] = await haltsOf(tenant);
    expect(shown).toMatchObject({ scope: 'workspace', reason: REASON, created_by: 'operator' });
    const mark = { id: shown!.id, reason: REASON, since: shown!.created_at };
    const { token } = tenant;
    expect((await callApi('schedule.list', { token })).json.scheduled_posts).toMatchObject([{ halt: mark }]);
    expect((await callApi('content.list', { token })).json.data).toMatchObject([{ halt: mark }]);
    await processAllChanges(harness);
    const events = storedRecords<{ type: string }>(harness, 'Event').map(({ type }) => type);
    expect(events).toContain('publishing.halted');
    const entries = (await auditLog(tenant)).filter(({ resource }) => resource.type === 'halt');
    expect(entries).toMatchObject([{ action: 'created', operation: 'workspace.halt', actor: { type: 'operator' } }]);
  });

  it('changes nothing when the command runs again, and continues what failed', async () => {
    const { tenants } = await planned(3);
    const id = tenants[1]!.workspace.id;
    harness.table.fault = (_, input) => (JSON.stringify(input).includes(id) ? sdkError('InternalServerError') : null);
    await expect(haltWorkspaces(each(tenants), REASON)).rejects.toThrow();
    harness.table.fault = null;
    expect((await haltAll(tenants)).halted).toBeGreaterThan(0);
    const before = harness.table.items();
    expect((await haltAll(tenants)).halted).toBe(0);
    expect(harness.table.items()).toEqual(before);
    for (const tenant of tenants) expect(await haltsOf(tenant)).toHaveLength(1);
  });

  it('is not resumed by a member, and is in the way of no halt of a member', async () => {
    const { tenants, due } = await planned(1);
    const [tenant] = tenants as [Tenant];
    const own = await halt(tenant);
    expect((await haltAll(tenants)).halted).toBe(1);
    const byOperator = (await haltsOf(tenant)).find(({ created_by }) => created_by === 'operator')!;
    const end = async (id: string) => callApi('halts.delete', { token: await newToken(tenant), params: { id } });
    const rejected = await end(byOperator.id);
    expect([rejected.status, rejected.json.code]).toEqual([403, 'halted_by_operator']);
    expect((await end(own.id)).status).toBe(200);
    await processAllChanges(harness);
    advanceTime(MINUTE);
    await publish(due);
    expect(await platforms().posts()).toEqual([]);
    expect((await halt(tenant)).created_by).toBe(tenant.owner.id);
  });
});

describe('an operator who resumes a stage', () => {
  it('spreads what was missed over the chosen time in each workspace', async () => {
    const { tenants, due } = await planned(2, 4);
    await haltAll(tenants);
    await processAllChanges(harness);
    advanceTime(10 * MINUTE);
    await publish(due);
    const resumedMs = Date.now();
    expect(await resumeAll(tenants, { missed: 'publish', spread_seconds: 1200 })).toBe(2);
    const minutes = async (messages: DueMessage[]) =>
      (await Promise.all(messages.map(loadDueEntry)))
        .map(({ due_at }) => (Date.parse(due_at!) - resumedMs) / MINUTE)
        .sort((a, b) => a - b);
    for (const ofTenant of [due.slice(0, 4), due.slice(4)]) expect(await minutes(ofTenant)).toEqual([0, 5, 10, 15]);
    for (const tenant of tenants) expect(await haltsOf(tenant)).toEqual([]);
    expect(await resumeAll(tenants, { missed: 'publish', spread_seconds: 0 })).toBe(0);
    const entries = (await auditLog(tenants[0]!)).filter(({ resource }) => resource.type === 'halt');
    expect(entries.at(-1)).toMatchObject({
      ...{ action: 'deleted', operation: 'workspace.resume', actor: { type: 'operator' } },
    });
  });

  it('marks what was missed by policy', async () => {
    const { tenants, due } = await planned(2);
    await haltAll(tenants);
    advanceTime(10 * MINUTE);
    await publish(due);
    await resumeAll(tenants, { missed: 'mark_missed', spread_seconds: 0 });
    for (const message of due) {
      expect(await loadDueEntry(message)).toMatchObject({ state: 'failed', error: { code: 'missed' } });
    }
    expect(await platforms().posts()).toEqual([]);
  });

  it('leaves the halts of members, and workspaces that are not halted', async () => {
    const { tenants } = await planned(2);
    const own = await halt(tenants[0]!);
    await haltAll(tenants.slice(0, 1));
    expect(await resumeAll(tenants, { missed: 'publish', spread_seconds: 0 })).toBe(1);
    expect((await haltsOf(tenants[0]!)).map(({ id }) => id)).toEqual([own.id]);
    await succeed('content.create', {
      token: tenants[1]!.token,
      body: { title: 'Later', platforms: ['twitter'], scheduled_at: inSeconds(600) },
    });
  });
});

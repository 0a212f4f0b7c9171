import { beforeEach, describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import { advanceTime, callApi, succeed } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newStageTenant, type Tenant } from '../functions/tenants.ts';
import { killAt, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { freshToken, leftOf, MINUTE_MS, NOTHING, newUsedTenant, PLANTED, remove, run, runToEnd } from './deletions.ts';
import { callIn, newCustomer } from './given.ts';

const harness = setupWorkers();
const { table } = harness;
const { objects } = setupObjectStore();

let stage: Tenant;
beforeEach(async () => {
  process.env.MEDIA_BUCKET = 'media-bucket';
  stage = await newStageTenant();
});

const textOf = (items: Item[]) => JSON.stringify(items);

describe('a deletion whose time has come', () => {
  it('leaves nothing but its certificate in the table and the bucket, and no event', async () => {
    const tenant = await newUsedTenant(objects);
    await remove(stage, tenant);
    harness.timers();
    harness.sent();
    const certificate = await runToEnd(tenant.workspace.id);
    expect(leftOf(tenant, objects)).toEqual(NOTHING);
    expect(textOf(table.items())).not.toContain(PLANTED);
    expect(certificate).toMatchObject({ workspace_id: tenant.workspace.id, status: 'finished' });
    expect(certificate.counts).toMatchObject({ files: 5, bytes: 50, schedules: 2, accounts_not_disconnected: 0 });
    expect(harness.timers().map(({ command }) => command)).toEqual(['DeleteScheduleCommand', 'DeleteScheduleCommand']);
    expect(harness.sent()).toEqual([]);
  });

  it('does not begin before its time, nor in the minutes of the last requests', async () => {
    const tenant = await newUsedTenant(objects);
    await remove(stage, tenant, '1');
    advanceTime(30 * MINUTE_MS);
    await run();
    expect(await loadWorkspace(tenant.workspace.id)).not.toBeNull();
    await remove(stage, tenant, '0');
    const another = await newUsedTenant(objects);
    await remove(stage, another);
    advanceTime(2 * MINUTE_MS);
    await run();
    expect(await loadWorkspace(another.workspace.id)).not.toBeNull();
    expect(await loadWorkspace(tenant.workspace.id)).toBeNull();
  });

  it('makes the workspace unknown, and leaves another one as it was', async () => {
    const [tenant, other] = [await newUsedTenant(objects), await newUsedTenant(objects)];
    await remove(stage, tenant);
    await processAllChanges(harness);
    const own = (each: Item) => JSON.stringify(each).includes(other.workspace.id);
    const before = table.items().filter(own);
    await runToEnd(tenant.workspace.id);
    expect(table.items().filter(own)).toEqual(before);
    expect([...objects.keys()].filter((key) => key.includes(other.workspace.id))).toHaveLength(5);
    const token = await freshToken();
    const { id } = tenant.workspace;
    expect((await callApi('workspaces.get', { token, params: { id } })).status).toBe(404);
    expect((await callIn(id, { token }, 'content.list')).json.code).toBe('workspace_mismatch');
    expect((await callApi('content.list', { token: tenant.token })).json.code).toBe('invalid_token');
  });

  it('releases the external id last: until then no workspace gets it, and afterwards a new one', async () => {
    const external_id = 'customer-17';
    const { id } = await newCustomer(stage, { external_id });
    await succeed('workspaces.delete', { token: stage.token, params: { id }, query: { grace_days: '0' } });
    advanceTime(5 * MINUTE_MS);
    await run();
    const ensure = (token: string) =>
      callApi('workspaces.ensure', { token, params: { external_id }, body: { name: 'Another Bakery' } });
    expect((await ensure(await freshToken())).json.code).toBe('workspace_deleting');
    await runToEnd(id);
    const token = await freshToken();
    const { status, json } = await ensure(token);
    expect([status, json.id === id]).toEqual([201, false]);
    const { json: found } = await callIn(`external:${external_id}`, { token }, 'workspace.get');
    expect(found.id).toBe(json.id);
  });
});

describe('a run that is killed', () => {
  it('at any command is continued by the next one, with the same counts', async () => {
    const expected = await certifiedAfter(0);
    for (let kill = 1; ; kill += 3) {
      const counts = await certifiedAfter(kill);
      if (counts === null) break;
      expect([kill, counts]).toEqual([kill, expected]);
    }
  });

  /** The counts of a deletion whose first runs are killed at this command; null when they have ended before. */
  async function certifiedAfter(kill: number): Promise<unknown> {
    table.clear();
    objects.clear();
    stage = await newStageTenant();
    const tenant = await newUsedTenant(objects);
    await remove(stage, tenant);
    advanceTime(5 * MINUTE_MS);
    const { reached } = kill === 0 ? { reached: () => true } : killAt(table, kill);
    if (kill > 0) await run().catch(() => {});
    const isKilled = reached();
    table.fault = null;
    if (!isKilled) return null;
    const { counts } = await runToEnd(tenant.workspace.id);
    expect(leftOf(tenant, objects)).toEqual(NOTHING);
    return counts;
  }
});

describe('two runs at once', () => {
  it('count each item once', async () => {
    const tenant = await newUsedTenant(objects);
    await remove(stage, tenant);
    advanceTime(5 * MINUTE_MS);
    const items = table.items().filter(({ pk }) => String(pk).includes(tenant.workspace.id)).length;
    await Promise.all([run(), run()]);
    const { counts } = (await loadDeletion(tenant.workspace.id))!;
    expect(counts.items).toBeLessThanOrEqual(items);
    await runToEnd(tenant.workspace.id);
    expect(leftOf(tenant, objects)).toEqual(NOTHING);
  });
});

describe('a restoration at the moment of the first run', () => {
  it('either makes the workspace as it was, or is rejected: never both', async () => {
    const tenant = await newUsedTenant(objects);
    const { id } = tenant.workspace;
    await remove(stage, tenant, '1');
    const before = (await loadDeletion(id))!;
    // The clock of the job is ahead.
    await commit([
      {
        put: { ...table.items().find(({ entity }) => entity === 'WorkspaceDeletion')!, due_at: before.requested_at },
        condition: 'any',
      },
    ]);
    const [restored] = await Promise.all([
      callApi('workspaces.restore', { token: stage.token, params: { id }, body: {} }),
      run(),
    ]);
    const [workspace, deletion] = [await loadWorkspace(id), await loadDeletion(id)];
    expect([restored.status === 200, workspace !== null, deletion === null]).toSatisfy(([one, ...others]: boolean[]) =>
      others.every((each) => each === one),
    );
  });
});

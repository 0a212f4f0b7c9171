import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newStageTenant, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { callIn, newCustomer } from '../workspaces/given.ts';
import { amountsIn, createItems, followed, MONTH, usageOf } from './given.ts';

const harness = setupWorkers();

/** A stage with two customers, who have created one item and two. */
async function given() {
  const stage = await newStageTenant();
  const customers = [
    await newCustomer(stage, { external_id: 'customer-1' }),
    await newCustomer(stage, { external_id: 'customer-2' }),
  ];
  for (const [index, { id }] of customers.entries()) {
    for (let item = 0; item <= index; item++) {
      const body = { title: 'A title', platforms: ['twitter'] };
      expect((await callIn(id, stage, 'content.create', { body })).status).toBe(201);
    }
  }
  await followed();
  return { stage, customers, ids: customers.map(({ id }) => id) };
}

async function callUsage(tenant: Tenant, query: Record<string, string>, headers: Record<string, string> = {}) {
  return callApi('usage.get', { token: await newToken(tenant), query: { ...MONTH, ...query }, headers });
}

describe('a stage key for all workspaces', () => {
  it('receives the sums of all, and by workspace with their external ids', async () => {
    const { stage } = await given();
    const { totals, rows, unattributed } = await usageOf(stage, { group_by: 'workspace' });
    expect(amountsIn(totals)).toEqual({ items: 3 });
    expect(rows.map(({ external_id, items }) => [external_id, items]).sort()).toEqual([
      ['customer-1', 1],
      ['customer-2', 2],
    ]);
    expect(amountsIn(unattributed)).toEqual({});
  });

  it('reads workspaces in pages, whose rows equal the totals of each', async () => {
    const { stage } = await given();
    const query = { group_by: 'workspace', limit: '1' };
    const first = await usageOf(stage, query);
    const second = await usageOf(stage, { ...query, cursor: first.pagination.next_cursor! });
    expect(second.pagination.next_cursor).toBeNull();
    expect(second.totals).toEqual(first.totals);
    const rows = [first, second].map((page) => page.rows);
    expect(rows.map((row) => row.length)).toEqual([1, 1]);
    expect(
      rows
        .flat()
        .map((row) => [row.external_id, row.items])
        .sort(),
    ).toEqual([
      ['customer-1', 1],
      ['customer-2', 2],
    ]);
  });

  it('receives one workspace that it names, alone and by account', async () => {
    const { stage, ids } = await given();
    const { json } = await callUsage(stage, { group_by: 'account' }, { workspace: ids[1]! });
    expect(amountsIn(json.totals as Json)).toEqual({ items: 2 });
    expect(amountsIn(json.unattributed as Json)).toEqual({ items: 2 });
  });

  it('cannot group all workspaces by account', async () => {
    const { status, json } = await callUsage(await newStageTenant(), { group_by: 'account' });
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ pointer: 'group_by', code: 'workspace_required' }]);
  });

  it('receives the day until which every workspace is complete', async () => {
    const { stage, ids } = await given();
    const tenant = await newTenant();
    await createItems(tenant, 1);
    await processAllChanges(harness);
    expect((await usageOf(stage)).complete_until).toBe('2026-08-03T00:00:00.000Z');
    expect(ids).toHaveLength(2);
  });
});

describe('a stage key for some workspaces', () => {
  it('receives these only, also in totals', async () => {
    const { ids } = await given();
    const limited = await newStageTenant({ workspaces: [ids[0]!] });
    for (const group_by of ['workspace', 'platform']) {
      expect(amountsIn((await usageOf(limited, { group_by })).totals)).toEqual({ items: 1 });
    }
    const { rows } = await usageOf(limited, { group_by: 'workspace' });
    expect(rows.map((row) => row.workspace_id)).toEqual([ids[0]]);
  });

  it('cannot name another', async () => {
    const { ids } = await given();
    const limited = await newStageTenant({ workspaces: [ids[0]!] });
    expect((await callUsage(limited, {}, { workspace: ids[1]! })).json.code).toBe('workspace_mismatch');
  });
});

describe('an erased workspace', () => {
  it('stays in the totals, as unattributed, without its id', async () => {
    const { stage, ids } = await given();
    await processAllChanges(harness);
    const days = storedRecords<{ workspace_id: string; day: string }>(harness, 'UsageDay');
    const { day } = days.find(({ workspace_id }) => workspace_id === ids[1])!;
    await commit([{ delete: { pk: `WS#${ids[1]}#USAGEDAY`, sk: day }, condition: 'present' }]);
    for (let time = 1; time <= 2; time++) await processAllChanges(harness);
    const { totals, rows, unattributed } = await usageOf(stage, { group_by: 'workspace' });
    expect(amountsIn(totals)).toEqual({ items: 3 });
    expect(rows.map(({ external_id }) => external_id)).toEqual(['customer-1']);
    expect(amountsIn(unattributed)).toEqual({ items: 2 });
    expect(JSON.stringify(storedRecords(harness, 'RemovedUsage'))).not.toContain(ids[1]);
  });
});

describe('a report as CSV', () => {
  it('has the rows, and those that belong to no group', async () => {
    const { stage } = await given();
    const { headers, text } = await callUsage(stage, { group_by: 'platform' }, { accept: 'text/csv' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [columns, ...rows] = text.trim().split('\n');
    expect(columns).toMatch(
      /^"period","workspace_id","external_id","platform","account_id","items","posts_published",/,
    );
    expect(rows).toEqual([expect.stringMatching(/^"2026-08-03",,,,,3,0,/)]);
  });

  it('has no formula', async () => {
    const { stage, ids } = await given();
    await callApi('workspaces.create', { token: await newToken(stage), body: { name: 'Other', external_id: '=1+1' } });
    const other = (await callApi('workspaces.list', { token: await newToken(stage), query: { external_id: '=1+1' } }))
      .json;
    const [{ id }] = other.workspaces as [{ id: string }];
    await callIn(id, { token: await newToken(stage) }, 'content.create', {
      body: { title: 'T', platforms: ['twitter'] },
    });
    await followed();
    const { text } = await callUsage(stage, { group_by: 'workspace' }, { accept: 'text/csv' });
    expect(text).toContain(`"'=1+1"`);
    expect(ids).toHaveLength(2);
  });
});

describe('a period', () => {
  it.each([
    [{ to: '2026-08-01' }, 'to'],
    [{ from: '2025-01-01' }, 'to'],
    [{ from: '2026-02-30' }, 'from'],
  ])('%j is rejected, with its parameter', async (query, pointer) => {
    const { status, json } = await callUsage(await newTenant(), query);
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ pointer }]);
  });
});

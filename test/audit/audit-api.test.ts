import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../lib/audit/rules/audit-log.ts';
import { entryItem, entryOf, entryWrites, headWrite } from '../../lib/audit/store/audit-log.ts';
import { ConflictError } from '../../lib/core/retry/conflict.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, inSeconds, isRateLimitCommand } from '../functions/api-harness.ts';
import { auditLog, followStream, verified } from '../functions/audit-log.ts';
import { headItem, list, placed, tenantWith } from '../functions/given/audit-chain.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

/** Put a chain of entries into the table, one a second from now on. Its hashes are invalid. */
async function seed({ workspace }: Tenant, entries: number): Promise<void> {
  for (let number = 1; number <= entries; number++) {
    const entry: AuditEntry = {
      id: `aud_01KXFHWR00${String(number).padStart(16, '0')}`,
      number,
      at: inSeconds(number),
      recorded_at: inSeconds(number),
      actor: { type: 'service', user_id: null, client_id: null },
      source_ip: null,
      request_id: null,
      operation: null,
      resource: { type: 'content', id: 'cnt_1' },
      action: 'updated',
      changes: [],
      digests: { source_ip: null, changes: '0'.repeat(64) },
      salts: { source_ip: null, changes: '0'.repeat(32) },
      previous_hash: '0'.repeat(64),
      hash: '0'.repeat(64),
    };
    harness.table.insert(entryItem(workspace.id, entry, true));
  }
  await commit([headWrite(workspace.id, { number: entries, hash: '0'.repeat(64), recorded_at: inSeconds(entries) })]);
}

describe('GET /audit, 200', () => {
  it('lists entries newest first, with their total', async () => {
    const tenant = await tenantWith(3);
    const { entries, total, has_more } = await list(tenant);
    const titles = entries.map(({ changes }) => changes?.find(({ field }) => field === 'title')?.after);
    expect(titles).toEqual(['Number 3', 'Number 2', 'Number 1']);
    expect([total, has_more]).toEqual([3, false]);
  });

  it('is empty for a workspace without changes', async () => {
    const tenant = await tenantWith(0);
    expect(await list(tenant)).toMatchObject({ numbers: [], total: 0, has_more: false });
    expect(await list(tenant, { from: inSeconds(-9), to: inSeconds(9) })).toMatchObject({ total: 0 });
  });

  it('returns numbered pages', async () => {
    const tenant = await tenantWith(7);
    expect(await list(tenant, { page: '1', per_page: '3' })).toMatchObject({ numbers: [7, 6, 5], total: 7 });
    expect(await list(tenant, { page: '3', per_page: '3' })).toMatchObject({ numbers: [1], has_more: false });
    expect(await list(tenant, { page: '4', per_page: '3' })).toMatchObject({ numbers: [], total: 7 });
  });

  it('walked by cursor has every entry once, while others are appended', async () => {
    const tenant = await tenantWith(5);
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(tenant, cursor ? { cursor, limit: '2' } : { limit: '2' });
      seen.push(...page.numbers);
      cursor = page.next_cursor;
      await newContent(tenant);
      await followStream(harness);
    } while (cursor);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it('filtered by time has the entries recorded from its start, and before its end', async () => {
    const tenant = await tenantWith(9);
    const log = await auditLog(tenant);
    const timeOf = (number: number) => log[number - 1]!.recorded_at;
    const between = (from?: string, to?: string) => list(tenant, { ...(from && { from }), ...(to && { to }) });
    expect(await between(timeOf(3), timeOf(6))).toMatchObject({ numbers: [5, 4, 3], total: 3 });
    expect(await between(timeOf(8))).toMatchObject({ numbers: [9, 8], total: 2 });
    expect(await between(undefined, timeOf(2))).toMatchObject({ numbers: [1], total: 1 });
    expect(await between(inSeconds(3600))).toMatchObject({ numbers: [], total: 0 });
    expect(await between(undefined, inSeconds(-3600))).toMatchObject({ numbers: [], total: 0 });
    const first = await list(tenant, { from: timeOf(2), to: timeOf(7), limit: '2' });
    const query = { from: timeOf(2), to: timeOf(7), limit: '9', cursor: first.next_cursor! };
    expect([first.numbers, (await list(tenant, query)).numbers]).toEqual([
      [6, 5],
      [4, 3, 2],
    ]);
  });

  it('needs as many reads for a deep page of ten thousand entries as for one at the beginning of ten', async () => {
    const [small, large] = [await newTenant(), await newTenant()];
    await seed(small, 10);
    await seed(large, 10_000);
    const readsOf = async (tenant: Tenant, query: Record<string, string>) => {
      await list(tenant, query);
      let commands = 0;
      harness.table.fault = (command, input) => {
        // The count of requests is read or written, whatever the list.
        if (/^(Get|BatchGet|Query)/.test(command) && !isRateLimitCommand(input)) commands += 1;
        return null;
      };
      await list(tenant, query);
      harness.table.fault = null;
      return commands;
    };
    const few = await readsOf(small, { page: '1', per_page: '5' });
    expect(await readsOf(large, { page: '1', per_page: '5' })).toBe(few);
    expect(await readsOf(large, { page: '400', per_page: '5' })).toBe(few);
    expect((await list(large, { page: '400', per_page: '5' })).numbers).toEqual([8005, 8004, 8003, 8002, 8001]);
    // The position of a time is found in one read for each doubling.
    expect(await readsOf(large, { from: inSeconds(60), limit: '5' })).toBeLessThanOrEqual(few + 14);
  });

  it('never has a later time of recording under a lower number, whatever the clocks of the writers', async () => {
    const tenant = await tenantWith(1);
    advanceTime(-60_000);
    await newContent(tenant);
    await followStream(harness);
    const [one, two] = await auditLog(tenant);
    expect(two!.recorded_at).toBe(one!.recorded_at);
    expect(Date.parse(two!.at)).toBeLessThan(Date.parse(one!.at));
  });
});

describe('GET /audit, 400', () => {
  it.each([
    ['from', { from: 'yesterday' }],
    ['to', { from: '2026-08-03T10:00:00Z', to: '2026-08-03T09:00:00Z' }],
    ['user_id', { user_id: 'usr_1' }],
    ['limit', { limit: '101' }],
  ])('names %s', async (name, query) => {
    const tenant = await newTenant();
    const answer = await callApi('audit.list', {
      token: tenant.token,
      query: query as Record<string, string>,
    });
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
    expect(answer.json.detail).toContain(name);
  });
});

describe.each(['audit.list', 'audit.verify'] as const)('%s, 403', (operation) => {
  it('names audit:read when the token lacks it', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['team:read', 'team:write', 'keys:read', 'keys:write']);
    const answer = await callApi(operation, { token });
    expect(answer.status).toBe(403);
    expect(answer.json.required_permissions).toEqual(['audit:read']);
  });
});

describe('GET /audit/verify, 200', () => {
  it('finds an unchanged chain valid, and returns its head', async () => {
    const tenant = await tenantWith(6);
    const log = await auditLog(tenant);
    const head = { number: 6, hash: log.at(-1)!.hash };
    const right = { valid: true, checked: 6, from: 1, to: 6, hash: head.hash, head, first_broken: null };
    expect(await verified(tenant)).toEqual({ ...right, complete: true, next: null });
  });

  it('finds the chain of a workspace without changes valid', async () => {
    const tenant = await tenantWith(0);
    expect(await verified(tenant)).toMatchObject({ valid: true, checked: 0, complete: true, next: null });
  });

  it('checks one range per request, and returns the start of the next', async () => {
    const tenant = await tenantWith(7);
    const steps: [number, number, boolean][] = [];
    for (let next: number | null = 1; next; ) {
      const step = await verified(tenant, { from: String(next), limit: '3' });
      steps.push([step.checked, step.to, step.complete]);
      next = step.next;
    }
    expect(steps).toEqual([
      [3, 3, false],
      [3, 6, false],
      [1, 7, true],
    ]);
  });

  it('continues from a head that was stored elsewhere, also without new entries', async () => {
    const tenant = await tenantWith(3);
    const { head } = await verified(tenant);
    const query = { from: '4', previous_hash: head.hash };
    expect(await verified(tenant, query)).toMatchObject({ valid: true, checked: 0, complete: true });
    await newContent(tenant);
    await followStream(harness);
    expect(await verified(tenant, query)).toMatchObject({ valid: true, checked: 1, complete: true });
  });

  it('reports no break for an entry that is appended during the check', async () => {
    const tenant = await tenantWith(4);
    const [newest, head] = [placed(tenant, 4), headItem(tenant)];
    harness.table.insert({ ...head, number: 3, hash: entryOf(placed(tenant, 3)).hash });
    harness.table.remove(newest);
    harness.table.fault = (command) => {
      // Between the read of the head and that of the entries.
      if (command === 'QueryCommand') for (const item of [newest, head]) harness.table.insert(item);
      return null;
    };
    expect(await verified(tenant)).toMatchObject({ valid: true, checked: 3, head: { number: 3 } });
  });
});

describe('GET /audit/verify, 400', () => {
  it.each([
    ['from', { from: '0' }],
    ['from', { from: '-1' }],
    ['from', { from: '5' }],
    ['limit', { limit: '1001' }],
    ['previous_hash', { previous_hash: 'abc' }],
  ])('names %s of %o', async (name, query) => {
    const tenant = await tenantWith(3);
    const answer = await callApi('audit.verify', {
      token: tenant.token,
      query: query as Record<string, string>,
    });
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
    expect(answer.json.detail).toContain(name);
  });
});

describe('the source address of an entry', () => {
  const verifiedList = async (tenant: Tenant) => ({ ...(await list(tenant)), valid: (await verified(tenant)).valid });

  it('is stored for the days of the stage, is in no response later, and the chain stays valid', async () => {
    const tenant = await tenantWith(2);
    expect((await verifiedList(tenant)).entries.map(({ source_ip }) => source_ip)).toEqual(
      Array(2).fill('198.51.100.7'),
    );
    advanceTime(365 * 86_400_000);
    const later = { ...tenant, token: await newToken(tenant) };
    const { entries, valid } = await verifiedList(later);
    expect(entries.map(({ source_ip, salts }) => [source_ip, salts.source_ip])).toEqual(Array(2).fill([null, null]));
    expect(valid).toBe(true);
    const expiring = harness.table.items().filter(({ entity }) => entity === 'AuditClaim');
    expect(expiring.every((item) => Number(item.expires_at_seconds) * 1000 <= Date.now())).toBe(true);
    for (const item of expiring) harness.table.remove(item);
    expect((await verifiedList(later)).valid).toBe(true);
  });

  it('is stored for as long as the setting says at the time of recording', async () => {
    process.env.SETTINGS = JSON.stringify(stage('local', 3000, { auditAddressRetentionDays: 2 }));
    const tenant = await tenantWith(1);
    process.env.SETTINGS = JSON.stringify(stage('local'));
    advanceTime(2 * 86_400_000 - 2_000);
    const later = { ...tenant, token: await newToken(tenant) };
    expect((await list(later)).entries[0]!.source_ip).toBe('198.51.100.7');
    advanceTime(2_000);
    expect((await list(later)).entries[0]!.source_ip).toBeNull();
  });
});

describe('an audit entry', () => {
  it('is not overwritten by another one of its number', async () => {
    const tenant = await tenantWith(2);
    const before = placed(tenant, 1);
    const times = { nowMs: Date.now(), addressRetentionDays: 365 };
    const other = { ...entryOf(before), request_id: 'another' };
    await expect(commit(entryWrites(tenant.workspace.id, [other], times))).rejects.toThrow(ConflictError);
    expect(placed(tenant, 1)).toEqual(before);
  });

  it('has its address in an item of its own when the stage stores addresses for less than 21 days', async () => {
    process.env.SETTINGS = JSON.stringify(stage('local', 3000, { auditAddressRetentionDays: 20 }));
    const tenant = await tenantWith(1);
    process.env.SETTINGS = JSON.stringify(stage('local'));
    expect((await list(tenant)).entries[0]!.source_ip).toBe('198.51.100.7');
    const claims = harness.table.items().filter(({ entity }) => entity === 'AuditClaim');
    const daysOf = (item: Item) => Math.round((Number(item.expires_at_seconds) * 1000 - Date.now()) / 86_400_000);
    const stored = claims.map((item) => [item.source_ip === undefined, daysOf(item)]);
    expect(stored).toEqual([
      [true, 21],
      [false, 20],
    ]);
    expect(await verified(tenant)).toMatchObject({ valid: true });
  });
});

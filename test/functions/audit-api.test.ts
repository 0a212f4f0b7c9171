import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AuditEntry, entryHash } from '../../lib/audit/rules/audit-log.ts';
import { HEAD_LAG_MS } from '../../lib/audit/rules/audit-verification.ts';
import { changeOf } from '../../lib/audit/store/audit-claims.ts';
import { entryItem, entryOf, entryWrites, headWrite } from '../../lib/audit/store/audit-log.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { ConflictError } from '../../lib/core/retry/conflict.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { type Item, keyOf } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, inSeconds, isRateLimitCommand } from './api-harness.ts';
import { auditLog, followStream, verified } from './audit-log.ts';
import { newContent } from './resources.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';
import { setupWorkers } from './worker-harness.ts';

const harness = setupWorkers();

/** A tenant whose own creation is not in the log, and whose log has this many created drafts. */
async function tenantWith(drafts: number): Promise<Tenant> {
  const tenant = await newTenant();
  harness.table.forgetChanges();
  for (let made = 1; made <= drafts; made++) {
    await newContent(tenant, { title: `Number ${made}` });
    await followStream(harness);
    harness.table.forgetChanges();
    advanceTime(1_000);
  }
  return tenant;
}

const placed = (tenant: Tenant, number: number) => {
  const sequence = String(number).padStart(12, '0');
  const key = keyOf('AuditEntry', { workspace_id: tenant.workspace.id, sequence });
  return harness.table.items().find(({ pk, sk }) => pk === key.pk && sk === key.sk)!;
};

const headItem = (tenant: Tenant) => {
  const key = keyOf('AuditHead', { workspace_id: tenant.workspace.id });
  return harness.table.items().find(({ pk }) => pk === key.pk)!;
};

const list = async (tenant: Tenant, query: Record<string, string> = {}) => {
  const answer = await callApi('audit.list', { token: tenant.token, query });
  expect(answer.status, answer.text).toBe(200);
  const { entries, pagination } = answer.json as {
    entries: AuditEntry[];
    pagination: { total: number; next_cursor: string | null; has_more: boolean };
  };
  return { numbers: entries.map(({ number }) => number), entries, ...pagination };
};

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

  it('needs as many reads for a page at the end of ten thousand entries as for one at the beginning of ten', async () => {
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
    expect(await readsOf(large, { page: '2000', per_page: '5' })).toBe(few);
    expect((await list(large, { page: '2000', per_page: '5' })).numbers).toEqual([5, 4, 3, 2, 1]);
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

describe('a direct write to the table that', () => {
  const put = (item: Item) => commit([{ put: item, condition: 'any' }]);
  /** The entry as another user would have written it, with a hash that fits its content. */
  const rewritten = (item: Item, changes: Partial<AuditEntry>, sk = item.sk): Item => {
    const entry = { ...entryOf(item), ...changes };
    return { ...item, ...withHash(entry), pk: item.pk, sk };
  };
  const withHash = (entry: AuditEntry) => {
    const { changes: _, ...item } = entryItem('ws_any', { ...entry, hash: entryHash(entry, sha256) }, true);
    return item;
  };
  const addressOf = (tenant: Tenant, number: number) => {
    const change = changeOf(entryOf(placed(tenant, number)));
    const key = keyOf('AuditClaim', { workspace_id: tenant.workspace.id, change });
    return harness.table.items().find(({ pk, sk }) => pk === key.pk && sk === key.sk)!;
  };
  const withoutChanges = ({ changes: _, ...item }: Item): Item => item;
  const OTHER_ACTOR = { actor: { type: 'user', user_id: 'usr_else', client_id: 'key_else' } } as const;

  const TAMPERINGS: [string, (tenant: Tenant) => Promise<unknown>, number, string][] = [
    [
      'changes the actor of an entry',
      (tenant) => put({ ...placed(tenant, 3), actor: ['user', 'usr_else', 'key_else'] }),
      3,
      'altered',
    ],
    ['changes the changes of an entry', (tenant) => put({ ...placed(tenant, 3), changes: '[]' }), 3, 'altered'],
    ['changes when', (tenant) => put({ ...placed(tenant, 3), at: '2020-01-01T00:00:00.000Z' }), 3, 'altered'],
    ['changes the address', (tenant) => put({ ...addressOf(tenant, 3), source_ip: '192.0.2.66' }), 3, 'altered'],
    ['removes the changes and leaves their salt', (tenant) => put(withoutChanges(placed(tenant, 3))), 3, 'altered'],
    ['changes a hash', (tenant) => put({ ...placed(tenant, 3), hash: 'f'.repeat(64) }), 3, 'altered'],
    ['changes an entry and its hash', (tenant) => put(rewritten(placed(tenant, 3), OTHER_ACTOR)), 4, 'unlinked'],
    ['changes the newest and its hash', (tenant) => put(rewritten(placed(tenant, 6), OTHER_ACTOR)), 6, 'not_the_head'],
    ['removes one', async (tenant) => harness.table.remove(placed(tenant, 3)), 3, 'missing'],
    ['removes the first', async (tenant) => harness.table.remove(placed(tenant, 1)), 1, 'missing'],
    [
      'cuts off the end',
      async (tenant) => [5, 6].map((each) => harness.table.remove(placed(tenant, each))),
      5,
      'missing',
    ],
    [
      'swaps two entries',
      async (tenant) => {
        const [one, other] = [placed(tenant, 3), placed(tenant, 4)];
        await put({ ...one, sk: other.sk });
        await put({ ...other, sk: one.sk });
      },
      3,
      'misplaced',
    ],
    [
      'swaps two entries and their numbers',
      async (tenant) => {
        const [one, other] = [placed(tenant, 3), placed(tenant, 4)];
        await put(rewritten(one, { number: Number(other.number) }, other.sk));
        await put(rewritten(other, { number: Number(one.number) }, one.sk));
      },
      3,
      'unlinked',
    ],
    [
      'brings an entry in from another workspace',
      async (tenant) => {
        const other = await tenantWith(3);
        await put({ ...placed(other, 3), pk: placed(tenant, 3).pk, workspace_id: tenant.workspace.id });
      },
      3,
      'altered',
    ],
    [
      'restores an older head',
      async (tenant) => {
        const { number, hash } = entryOf(placed(tenant, 4));
        await put({ ...headItem(tenant), number, hash });
      },
      5,
      'beyond_the_head',
    ],
    ['removes the head', async (tenant) => harness.table.remove(headItem(tenant)), 1, 'beyond_the_head'],
  ];

  it.each(TAMPERINGS)('%s is detected', async (_, tamper, number, reason) => {
    const tenant = await tenantWith(6);
    expect(await verified(tenant)).toMatchObject({ valid: true });
    advanceTime(HEAD_LAG_MS);
    await tamper(tenant);
    const found = await verified(tenant);
    expect(found).toMatchObject({
      valid: false,
      complete: false,
      next: null,
      first_broken: { number, reason },
    });
    expect(found.checked).toBe(number - 1);
  });

  // Entries that follow it move the head: what was added becomes a part of the chain, and nothing else is lost.
  const LASTING = TAMPERINGS.filter(([, , , reason]) => reason !== 'beyond_the_head');

  it.each(LASTING)('%s is detected also after entries followed', async (_, tamper, number) => {
    const tenant = await tenantWith(6);
    await tamper(tenant);
    harness.table.forgetChanges();
    for (let made = 0; made < 3; made++) {
      await newContent(tenant);
      await followStream(harness);
      harness.table.forgetChanges();
    }
    const { valid, head, first_broken } = await verified(tenant);
    expect([valid, head.number]).toEqual([false, 9]);
    // The entry after a changed newest entry links to what the head had.
    expect([number, number + 1]).toContain(first_broken!.number);
  });

  it('adds an entry beyond the head is detected once it is older than the lag of the head', async () => {
    const tenant = await tenantWith(3);
    await put({ ...headItem(tenant), number: 2, hash: entryOf(placed(tenant, 2)).hash });
    expect(await verified(tenant)).toMatchObject({ valid: true, checked: 2 });
    advanceTime(HEAD_LAG_MS);
    expect(await verified(tenant)).toMatchObject({ first_broken: { number: 3, reason: 'beyond_the_head' } });
  });

  it('changes an entry is detected by a check that starts in the middle too', async () => {
    const tenant = await tenantWith(6);
    await put(rewritten(placed(tenant, 3), OTHER_ACTOR));
    expect(await verified(tenant, { from: '4' })).toMatchObject({ first_broken: { number: 4 } });
    expect(await verified(tenant, { from: '5' })).toMatchObject({ valid: true });
  });

  /** Rewrite everything from an entry on, hashes and head included. */
  const rewriteFrom = async (tenant: Tenant, number: number, until: number) => {
    let previous_hash = entryOf(placed(tenant, number - 1)).hash;
    for (let each = number; each <= until; each++) {
      const item = rewritten(placed(tenant, each), { ...OTHER_ACTOR, previous_hash });
      await put(item);
      previous_hash = entryOf(item).hash;
    }
    await put({ ...headItem(tenant), number: until, hash: previous_hash });
  };

  it('rewrites everything is not detected by the table alone, and is by a stored head', async () => {
    const tenant = await tenantWith(6);
    const { head } = await verified(tenant);
    await rewriteFrom(tenant, 3, 6);
    expect(await verified(tenant)).toMatchObject({ valid: true });
    const query = { from: String(head.number + 1), previous_hash: head.hash };
    const unlinked = { valid: false, first_broken: { number: 7, reason: 'unlinked' } };
    expect(await verified(tenant, query)).toMatchObject(unlinked);
    await newContent(tenant);
    await followStream(harness);
    expect(await verified(tenant, query)).toMatchObject(unlinked);
  });

  it('removes the end together with the head is detected by a stored head', async () => {
    const tenant = await tenantWith(6);
    const { head } = await verified(tenant);
    await rewriteFrom(tenant, 3, 4);
    for (const each of [5, 6]) harness.table.remove(placed(tenant, each));
    expect(await verified(tenant)).toMatchObject({ valid: true });
    const query = { from: String(head.number + 1), previous_hash: head.hash };
    expect(await verified(tenant, query)).toMatchObject({
      valid: false,
      first_broken: { number: 5, reason: 'missing' },
    });
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

describe('the script of docs/audit.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8');
  const script = /save this as `check.mjs`:\n\n```js\n(.*?)```/s.exec(text)![1]!;
  const run = (answer: unknown) => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-script-'));
    try {
      writeFileSync(join(folder, 'check.mjs'), script);
      const input = JSON.stringify(answer);
      const options = { input, encoding: 'utf8', stdio: 'pipe' } as const;
      return execFileSync(process.execPath, [join(folder, 'check.mjs')], options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it('accepts the response of the list, with texts of any kind', async () => {
    const tenant = await tenantWith(3);
    await newContent(tenant, { title: 'Zoë "said" \u2028 🎈 \\ </script>', media: [] });
    await followStream(harness);
    const { entries, ...rest } = await list(tenant);
    expect(run({ entries, ...rest })).toBe(`right, up to ${entries[0]!.hash}\n`);
  });

  it('detects a changed entry', async () => {
    const { entries } = await list(await tenantWith(3));
    const changed = entries.map((entry) => (entry.number === 2 ? { ...entry, source_ip: '192.0.2.1' } : entry));
    expect(() => run({ entries: changed })).toThrow('Entry 2 is broken.');
  });

  it('detects a missing entry', async () => {
    const { entries } = await list(await tenantWith(3));
    expect(() => run({ entries: entries.filter(({ number }) => number !== 2) })).toThrow('Entry 3 is broken.');
  });

  it('has ten lines or a few more', () => {
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(14);
  });
});

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

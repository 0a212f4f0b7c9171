import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditClaimEntity } from '../../lib/audit/entities/audit-log.ts';
import { type AuditEntry, entryHash } from '../../lib/audit/rules/audit-log.ts';
import { HEAD_LAG_MS } from '../../lib/audit/rules/audit-verification.ts';
import { changeOf } from '../../lib/audit/store/audit-claims.ts';
import { entryItem, entryOf } from '../../lib/audit/store/audit-log.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { type Item, keyOf } from '../../lib/core/table/schema.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { followStream, verified } from '../functions/audit-log.ts';
import { headItem, list, placed, tenantWith } from '../functions/given/audit-chain.ts';
import { newContent } from '../functions/resources.ts';
import type { Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

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
    const key = keyOf(auditClaimEntity, { workspace_id: tenant.workspace.id, change });
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

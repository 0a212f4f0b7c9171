import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fieldChanges } from '../../../lib/audit/rules/audit-diff.ts';
import { auditedFields } from '../../../lib/audit/rules/audit-fields.ts';
import {
  type AuditDraft,
  type AuditEntry,
  appendEntries,
  entryHash,
  genesisTail,
  hasIntactParts,
  PERSONAL_PARTS,
} from '../../../lib/audit/rules/audit-log.ts';
import { type AuditedKind, RESOURCE_TYPES } from '../../../lib/audit/rules/resource-types.ts';
import { isAudited } from '../../../lib/core/table/define-entity.ts';
import '../../../lib/app/table/entity-table.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let salts = 0;
/** A draft with salts of its own. */
const newDraft = (): AuditDraft => ({
  ...DRAFT,
  salts: { source_ip: `salt-${++salts}`, changes: `salt-${++salts}` },
});

const DRAFT: Omit<AuditDraft, 'salts'> = {
  id: 'aud_01KXFHWR000000000000000000',
  at: '2026-11-20T09:30:00.000Z',
  actor: { type: 'user', user_id: 'usr_1', client_id: 'key_1' },
  source_ip: '198.51.100.7',
  request_id: 'req_1',
  operation: 'content.update',
  resource: { type: 'content', id: 'cnt_1' },
  action: 'updated',
  changes: [{ field: 'title', before: 'Old', after: 'New' }],
};

describe('appendEntries', () => {
  const empty = genesisTail('ws_1', sha256);

  it('numbers entries from 1 without gaps, each with the hash of the one before', () => {
    const entries = appendEntries(empty, [newDraft(), newDraft(), newDraft()], DRAFT.at, sha256);
    const all = [...entries, ...appendEntries(entries.at(-1)!, [newDraft()], DRAFT.at, sha256)];
    expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const hashes = all.map(({ hash }) => hash);
    expect(all.map(({ previous_hash }) => previous_hash)).toEqual([sha256('ws_1'), ...hashes.slice(0, 3)]);
  });

  it('hashes every field of an entry', () => {
    const [entry] = appendEntries(empty, [newDraft()], DRAFT.at, sha256);
    for (const name of Object.keys(entry!).filter((each) => each !== 'hash')) {
      const other = { ...entry!, [name]: name === 'salts' ? { source_ip: 'other', changes: 'other' } : 'other' };
      const isIntact = entryHash(other, sha256) === entry!.hash && hasIntactParts(other, sha256);
      expect(isIntact, name).toBe(false);
    }
    expect(entryHash({ ...entry!, hash: 'other' }, sha256)).toBe(entry!.hash);
    expect(hasIntactParts(entry!, sha256)).toBe(true);
  });

  it('can lose each personal part with its salt, and neither alone', () => {
    const [entry] = appendEntries(empty, [newDraft()], DRAFT.at, sha256);
    for (const part of PERSONAL_PARTS) {
      const salts = { ...entry!.salts, [part]: null };
      const erased: AuditEntry = { ...entry!, [part]: null, salts };
      expect(entryHash(erased, sha256)).toBe(entry!.hash);
      expect(hasIntactParts(erased, sha256), part).toBe(true);
      expect(hasIntactParts({ ...entry!, [part]: null }, sha256), part).toBe(false);
      expect(hasIntactParts({ ...entry!, salts }, sha256), part).toBe(false);
    }
  });

  it('has different digests for the same values: without its salt, a digest reveals nothing', () => {
    const [one, two] = appendEntries(empty, [newDraft(), newDraft()], DRAFT.at, sha256);
    for (const part of PERSONAL_PARTS) expect(one!.digests[part]).not.toBe(two!.digests[part]);
  });

  it('builds a different chain for the same changes in another workspace', () => {
    const draft = newDraft();
    const hashIn = (id: string) => appendEntries(genesisTail(id, sha256), [draft], DRAFT.at, sha256)[0]!.hash;
    expect(hashIn('ws_1')).not.toBe(hashIn('ws_2'));
  });
});

describe('fieldChanges', () => {
  const ACCOUNT = { platform: 'twitter', external_id: '1', status: 'connected', encrypted_secrets: 'old' };
  const changesOf = (after: object, isAsked: boolean) =>
    fieldChanges('Account', ACCOUNT, { ...ACCOUNT, ...after }, isAsked, sha256);

  it('is null when no audited field has changed', () => {
    expect(changesOf({}, true)).toBeNull();
    expect(changesOf({ version: 7, refresh_lease: { id: 'rfr_1' } }, true)).toBeNull();
  });

  it('contains only the fields relevant to an owner for a change by the service', () => {
    expect(changesOf({ encrypted_secrets: 'new', token_expires_at: 'later' }, false)).toBeNull();
    expect(changesOf({ encrypted_secrets: 'new', status: 'needs_reconnect' }, false)).toEqual([
      { field: 'status', before: 'connected', after: 'needs_reconnect' },
    ]);
  });

  it('contains a changed secret only as [hidden]', () => {
    expect(changesOf({ encrypted_secrets: 'new' }, true)).toEqual([
      { field: 'encrypted_secrets', before: '[hidden]', after: '[hidden]' },
    ]);
    expect(changesOf({ encrypted_secrets: null }, true)).toEqual([
      { field: 'encrypted_secrets', before: '[hidden]', after: null },
    ]);
  });

  it('records the creation and deletion of an entity without shown fields', () => {
    expect(fieldChanges('Account', null, {}, true, sha256)).toEqual([]);
    expect(fieldChanges('Account', {}, null, true, sha256)).toEqual([]);
  });

  it('is null for deliveries and recoveries that the service creates and advances automatically', () => {
    for (const kind of ['Delivery', 'Recovery'] as const) {
      expect(fieldChanges(kind, null, { status: 'pending' }, false, sha256)).toBeNull();
      expect(fieldChanges(kind, { status: 'running' }, { status: 'done' }, false, sha256)).toBeNull();
      expect(fieldChanges(kind, { status: 'done' }, null, false, sha256)).toBeNull();
    }
  });

  it.each([500, 501])('contains a text of %i characters in full only up to 500', (length) => {
    const text = 'x'.repeat(length);
    const [change] = fieldChanges('Content', null, { title: text }, true, sha256)!;
    const short = { beginning: 'x'.repeat(100), characters: 501, sha256: sha256(text) };
    expect(change?.after).toEqual(length === 500 ? text : short);
  });

  it('redacts every field whose name marks it as secret', () => {
    const secret = /secret|token$|hash|encrypted_secrets|password/;
    const shown = (Object.keys(RESOURCE_TYPES) as AuditedKind[]).flatMap((kind) =>
      auditedFields(kind, true)
        .filter(([, telling]) => telling !== 'redacted')
        .map(([field]) => field),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((field) => secret.test(field))).toEqual([]);
  });
});

describe('isAudited', () => {
  it('accepts audited kinds, and rejects other names', () => {
    expect(isAudited('Content')).toBe(true);
    for (const other of ['ScheduleEntry', 'AccessToken', 'RateWindow', 'toString', undefined, null]) {
      expect(isAudited(other)).toBe(false);
    }
  });
});

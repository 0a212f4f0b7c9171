import type { AuditedKind } from '../domain/audit/audit-fields.ts';
import { AUDITED_KINDS, isAudited } from '../domain/audit/audit-fields.ts';
import type { AuditStamp } from '../domain/audit/audit-log.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import type { Write } from './commit.ts';
import { loadAll } from './read.ts';
import { ENTITIES, type Item, keyOf, type PrimaryKey, toItem } from './schema.ts';

/** Longer than a change can wait to be followed: a stream's day and the 14 days of the failure queue. */
export const REDELIVERY_WINDOW_DAYS = 21;

/** Who removed something: it has no new image that could say so. */
export interface Tombstone {
  workspace_id: string;
  removed_id: string;
  by: AuditStamp;
}

/**
 * The same change with the name of who asked for it on everything the audit log tells of. What is put carries
 * it beside its record; with what is removed goes a note of it, in the same transaction.
 */
export function withActor(writes: Write[], by: AuditStamp): Write[] {
  return writes.flatMap((write): Write[] => {
    if ('put' in write && isAudited(write.put.entity)) {
      return [{ ...write, put: { ...write.put, audit_stamp: by } }];
    }
    if ('delete' in write && auditedKindAt(write.delete)) {
      return [write, tombstoneWrite(write.delete, write.id ?? write.delete.sk, by)];
    }
    return [write];
  });
}

/**
 * Who asked for a change, by its two images; null for one the service made by itself. A stamp that was there
 * before is not of this change: something was set in place.
 */
export function actorOfChange(before: Item | null, after: Item | null): AuditStamp | null {
  const by = (after?.audit_stamp ?? null) as AuditStamp | null;
  const left = (before?.audit_stamp ?? null) as AuditStamp | null;
  return by && by.change_id !== left?.change_id ? by : null;
}

/** Who removed these things of their workspaces, in the same order; null where nobody asked for it. */
export async function loadTombstoneActors(
  removed: Pick<Tombstone, 'workspace_id' | 'removed_id'>[],
): Promise<(AuditStamp | null)[]> {
  const found = await loadAll<Tombstone>(removed.map((each) => keyOf('Tombstone', { ...each })));
  return found.map((removal) => removal?.by ?? null);
}

function tombstoneWrite(key: PrimaryKey, removed_id: string, by: AuditStamp): Write {
  const workspace_id = /^WS#([^#]+)/.exec(key.pk)?.[1];
  if (!workspace_id) throw new Error(`Of which workspace is ${key.pk}? Nobody can be told who removed it.`);
  const removal: Tombstone = { workspace_id, removed_id, by };
  const expiresAtMs = Date.parse(by.at) + REDELIVERY_WINDOW_DAYS * DAY_MS;
  return { put: toItem('Tombstone', removal, {}, expiresAtMs), condition: 'any' };
}

const PATTERNS = AUDITED_KINDS.map((kind) => {
  const { pk, sk } = ENTITIES[kind];
  return { kind, place: new RegExp(`^${`${pk}\n${sk}`.replaceAll(/\{[a-z_]+\}/g, '[^#\n]+')}$`) };
});

function auditedKindAt({ pk, sk }: PrimaryKey): AuditedKind | null {
  return PATTERNS.find(({ place }) => place.test(`${pk}\n${sk}`))?.kind ?? null;
}

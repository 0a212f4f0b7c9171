import { DAY_MS } from '../values/timestamps.ts';
import type { AuditStamp } from './audit-stamp.ts';
import type { Write } from './commit.ts';
import { isAudited, isAuditedKey } from './define-entity.ts';
import { tombstoneEntity } from './entities.ts';
import { loadAll } from './read.ts';
import { type Item, keyOf, type PrimaryKey, toItem } from './schema.ts';

/** Longer than a change can wait to be processed: one day in the stream, 14 as a dead letter. */
export const REDELIVERY_WINDOW_DAYS = 21;

/** The actor of a deletion, which has no new image that could carry it. */
export type Tombstone = { workspace_id: string; removed_id: string; by: AuditStamp };

/** Add the actor to every audited item of a change. A deleted item has a tombstone in the same transaction. */
export function withActor(writes: Write[], by: AuditStamp): Write[] {
  return writes.flatMap((write): Write[] => {
    if ('put' in write && isAudited(write.put.entity)) {
      return [{ ...write, put: { ...write.put, audit_stamp: storedStamp(by) } }];
    }
    if ('delete' in write && isAuditedKey(write.delete)) {
      return [write, tombstoneWrite(write.delete, write.id ?? write.delete.sk, by)];
    }
    return [write];
  });
}

/** Return the actor of a change, null for the service. A stamp in the old image belongs to an earlier change. */
export function actorOfChange(before: Item | null, after: Item | null): AuditStamp | null {
  const by = stampOf(after);
  return by && by.change_id !== stampOf(before)?.change_id ? by : null;
}

const STAMP_FIELDS = [
  ...(['type', 'user_id', 'client_id', 'source_ip'] as const),
  ...(['request_id', 'operation', 'at', 'change_id'] as const),
  // Last, because they are not stored for other actors.
  ...(['review_link_id', 'actor'] as const),
] satisfies (keyof AuditStamp)[];

const STORED_ALWAYS = STAMP_FIELDS.length - 2;

/** Return a stamp as items store it: its values in a fixed order. Their names would be a tenth of a content item. */
export function storedStamp(stamp: AuditStamp): unknown[] {
  const values = STAMP_FIELDS.map((name) => stamp[name]);
  while (values.at(-1) === null && values.length > STORED_ALWAYS) values.pop();
  return values;
}

/** Return the stamp of an item, null for an item without one. */
export function stampOf(item: Item | null): AuditStamp | null {
  const values = item?.audit_stamp as unknown[] | undefined;
  if (!values) return null;
  return Object.fromEntries(STAMP_FIELDS.map((name, index) => [name, values[index] ?? null])) as unknown as AuditStamp;
}

/** Load the actors of these deletions, in the same order; null for those the service made. */
export async function loadTombstoneActors(removed: Pick<Tombstone, 'workspace_id' | 'removed_id'>[]) {
  const found = await loadAll<Tombstone>(removed.map((each) => keyOf(tombstoneEntity, { ...each })));
  return found.map((tombstone) => tombstone?.by ?? null);
}

function tombstoneWrite(key: PrimaryKey, removed_id: string, by: AuditStamp): Write {
  const workspace_id = /^WS#([^#]+)/.exec(key.pk)?.[1];
  if (!workspace_id) throw new Error(`The key ${key.pk} names no workspace.`);
  return tombstoneOf(workspace_id, removed_id, by);
}

/** Build the write of the actor of a deletion, for its transaction. */
export function tombstoneOf(workspace_id: string, removed_id: string, by: AuditStamp): Write {
  const tombstone: Tombstone = { workspace_id, removed_id, by };
  const expiresAtMs = Date.parse(by.at) + REDELIVERY_WINDOW_DAYS * DAY_MS;
  return { put: toItem(tombstoneEntity, tombstone, {}, expiresAtMs), condition: 'any' };
}

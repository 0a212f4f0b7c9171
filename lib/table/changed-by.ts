import type { ChangedBy } from '../domain/audit.ts';
import type { AuditedKind } from '../domain/audited.ts';
import { AUDITED_KINDS, isAudited } from '../domain/audited.ts';
import type { Write } from './commit.ts';
import { CHART, type Item, itemOf, type Key, keyOf } from './keys.ts';
import { loadAll } from './read.ts';

/** Longer than a change can wait to be followed: a stream's day and the 14 days of the failure queue. */
export const FOLLOWED_AGAIN_DAYS = 21;
const DAY_MS = 86_400_000;

/** Who removed something: it has no new image that could say so. */
export interface Removal {
  workspace_id: string;
  removed_id: string;
  by: ChangedBy;
}

/**
 * The same change with the name of who asked for it on everything the audit log tells of. What is put carries
 * it beside its record; with what is removed goes a note of it, in the same transaction.
 */
export function stamped(writes: Write[], by: ChangedBy): Write[] {
  return writes.flatMap((write): Write[] => {
    if ('put' in write && isAudited(write.put.entity)) {
      return [{ ...write, put: { ...write.put, changed_by: by } }];
    }
    if ('remove' in write && auditedKindAt(write.remove)) {
      return [write, removalWrite(write.remove, write.id ?? write.remove.sk, by)];
    }
    return [write];
  });
}

/**
 * Who asked for a change, by its two images; null for one the service made by itself. A stamp that was there
 * before is not of this change: something was set in place.
 */
export function changedByOf(before: Item | null, after: Item | null): ChangedBy | null {
  const by = (after?.changed_by ?? null) as ChangedBy | null;
  const left = (before?.changed_by ?? null) as ChangedBy | null;
  return by && by.change_id !== left?.change_id ? by : null;
}

/** Who removed these things of their workspaces, in the same order; null where nobody asked for it. */
export async function loadRemovals(
  removed: Pick<Removal, 'workspace_id' | 'removed_id'>[],
): Promise<(ChangedBy | null)[]> {
  const found = await loadAll<Removal>(removed.map((each) => keyOf('Removal', { ...each })));
  return found.map((removal) => removal?.by ?? null);
}

function removalWrite(key: Key, removed_id: string, by: ChangedBy): Write {
  const workspace_id = /^WS#([^#]+)/.exec(key.pk)?.[1];
  if (!workspace_id) throw new Error(`Of which workspace is ${key.pk}? Nobody can be told who removed it.`);
  const removal: Removal = { workspace_id, removed_id, by };
  const expiresAtMs = Date.parse(by.at) + FOLLOWED_AGAIN_DAYS * DAY_MS;
  return { put: itemOf('Removal', removal, {}, expiresAtMs), expect: 'any' };
}

const PATTERNS = AUDITED_KINDS.map((kind) => {
  const { pk, sk } = CHART[kind];
  return { kind, place: new RegExp(`^${`${pk}\n${sk}`.replaceAll(/\{[a-z_]+\}/g, '[^#\n]+')}$`) };
});

function auditedKindAt({ pk, sk }: Key): AuditedKind | null {
  return PATTERNS.find(({ place }) => place.test(`${pk}\n${sk}`))?.kind ?? null;
}

import { sha256 } from '../crypto/sha256.ts';
import { nameKey } from '../values/name-key.ts';
import type { Write } from './commit.ts';
import type { Entity } from './define-entity.ts';
import { loadAll } from './read.ts';
import { keyOf, type PrimaryKey, toItem } from './schema.ts';

/** Reserves a name: what has it. No other has the same in its workspace, or in its kind there. */
interface ReservedName {
  workspace_id: string;
  kind?: string;
  name_hash: string;
  holder_id: string;
}

/** Names that are unique among each other: those of an entity in a workspace, or of one kind of it. */
export interface NameSpace {
  entity: Entity;
  workspace_id: string;
  kind?: string;
}

function fieldsOf({ entity: _, ...space }: NameSpace, name: string): Omit<ReservedName, 'holder_id'> {
  return { ...space, name_hash: sha256(nameKey(name)) };
}

function reservationKey(space: NameSpace, name: string): PrimaryKey {
  return keyOf(space.entity, fieldsOf(space, name));
}

/** Load the ids of what has these names, in their order; null for a name that nothing has. */
export async function loadNameHolders(names: readonly (NameSpace & { name: string })[]): Promise<(string | null)[]> {
  if (names.length === 0) return [];
  const keys = names.map(({ name, ...space }) => reservationKey(space, name));
  // Two spellings of a name have one key.
  const distinct = new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key]));
  const found = await loadAll<ReservedName>([...distinct.values()]);
  const holders = new Map([...distinct.keys()].map((text, index) => [text, found[index]?.holder_id ?? null]));
  return keys.map(({ pk, sk }) => holders.get(`${pk} ${sk}`)!);
}

/**
 * Build the write that reserves a name. While another has it, it fails with what `onTaken` returns for the id of that one;
 * without it, the request runs again.
 */
export function reserveName(
  space: NameSpace,
  { id, name }: { id: string; name: string },
  onTaken?: (holderId: string) => Error,
): Write {
  const reservation: ReservedName = { ...fieldsOf(space, name), holder_id: id };
  const onConflict = onTaken && ((found?: { holder_id?: unknown }) => onTaken(String(found?.holder_id)));
  return { put: toItem(space.entity, reservation), condition: 'absent', ...(onConflict && { onConflict }) };
}

/** Build the write that releases a name. */
export function releaseName(space: NameSpace, name: string): Write {
  return { delete: reservationKey(space, name), condition: 'any' };
}

/** Build the writes that follow a new name: none where both count as one. Fails as `reserveName`. */
export function renameWrites(
  space: NameSpace,
  before: { name: string },
  after: { id: string; name: string },
  onTaken: (holderId: string) => Error,
): Write[] {
  if (nameKey(before.name) === nameKey(after.name)) return [];
  return [reserveName(space, after, onTaken), releaseName(space, before.name)];
}

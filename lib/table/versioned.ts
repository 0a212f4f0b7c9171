import { isDeepStrictEqual } from 'node:util';
import type { Increment, Write } from './commit.ts';
import type { Entity } from './entities.ts';
import { entityAttributes, type Item, keyOf, toItem, type Values } from './schema.ts';

/** Build the write of a versioned record: version 0 when new, otherwise conditional on the version that was read. */
export function versioned(
  entity: Entity,
  before: { version: number } | null | undefined,
  after: object,
  extraKeyFields: Values = {},
  expiresAtMs?: number,
): Extract<Write, { put: object }> {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  return {
    put: toItem(entity, record, extraKeyFields, expiresAtMs),
    condition: before ? { version: before.version } : 'absent',
  };
}

/**
 * Build the write of the attributes that differ between two states of a versioned record, on the condition that it has
 * the version that was read. Attributes that have their own writes keep their stored values.
 */
export function versionedUpdate<T extends { version: number }>(
  entity: Entity,
  before: T,
  after: T,
  extraKeyFields: Values = {},
): Extract<Write, { update: object }> {
  const version = before.version + 1;
  const [old, next]: Item[] = [before, { ...after, version }].map((record) => toItem(entity, record, extraKeyFields));
  const changed = Object.entries(next!).filter(([name, value]) => !isDeepStrictEqual(value, old![name]));
  return {
    update: keyOf(entity, { ...before }),
    set: Object.fromEntries(changed),
    remove: Object.keys(old!).filter((name) => !Object.hasOwn(next!, name)),
    condition: { version: before.version },
  };
}

/** Build the increment of a counter of a workspace, which creates the counter when it is absent. */
export function counterIncrement(workspace_id: string, shard: string, by: Record<string, number>): Increment {
  return { increment: keyOf('Counter', { workspace_id, shard }), by, set: entityAttributes('Counter') };
}

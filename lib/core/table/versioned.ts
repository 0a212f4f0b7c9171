import type { Increment, Write } from './commit.ts';
import type { Entity } from './define-entity.ts';
import { counterEntity } from './entities.ts';
import { entityAttributes, keyOf, toItem, type Values } from './schema.ts';

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

/** Build the increment of a counter of a workspace, which creates the counter when it is absent. */
export function counterIncrement(workspace_id: string, name: string, by: Record<string, number>): Increment {
  return { increment: keyOf(counterEntity, { workspace_id, name }), by, set: entityAttributes(counterEntity) };
}

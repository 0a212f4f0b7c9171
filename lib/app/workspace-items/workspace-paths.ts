import { entryOf } from '../../audit/store/audit-log.ts';
import type { Path } from '../../core/table/lifecycle.ts';
import { type Item, keyOf, type PrimaryKey, partition, type Values } from '../../core/table/schema.ts';
import { isId } from '../../core/values/id.ts';
import { ENTITIES, type EntityName } from '../table/entity-table.ts';
import { LIFECYCLES } from '../table/lifecycle-table.ts';

/** Where items of a workspace are: a partition of the table, a partition of the index `by_parent`, or one key. */
export type Place = { partition: string } | { list: string } | { key: PrimaryKey };

const NAMES = Object.keys(ENTITIES) as EntityName[];

/** Entities of the stage, which belong to no workspace. */
export const STAGE_ENTITIES: readonly EntityName[] = NAMES.filter((entity) => LIFECYCLES[entity].found === 'stage');

/** Entities that nothing finds until they expire. */
export const LEFT_TO_EXPIRE: readonly EntityName[] = NAMES.filter((entity) => LIFECYCLES[entity].found === 'nowhere');

/** The audit log of a workspace. Its entries name what was deleted. */
export const AUDIT_LOG: readonly EntityName[] = ['AuditEntry', 'AuditHead', 'AuditClaim'];

/** The path to the items of an entity that are in one partition of their workspace. */
const OWN_PARTITION: Path = { read: 'partition' };

/** The paths to every entity. Its partition key shows whether it has one partition in a workspace. */
const PATHS = NAMES.flatMap((entity) => {
  const { found = [] } = LIFECYCLES[entity];
  const declared = Array.isArray(found) ? (found as readonly Path[]) : [];
  const isOwn = /^WS#\{workspace_id\}[^{]*$/.test(ENTITIES[entity].pk);
  return [...(isOwn ? [OWN_PARTITION] : []), ...declared].map((path) => ({ entity, path }));
});

/** Return the item that names where the others begin. The workspace itself may be deleted. */
export function rootOf(workspaceId: string): Item {
  return { entity: 'Workspace', id: workspaceId };
}

/** List the places of further items of a workspace that one of its items names, without those of some entities. */
export function placesNamedBy(item: Item, workspace_id: string, without: readonly EntityName[] = []): Place[] {
  return PATHS.filter(({ entity }) => !without.includes(entity)).flatMap(({ entity, path }) =>
    valuesNamedBy(item, path).map((values): Place => {
      const all = { workspace_id, ...values };
      if (path.read === 'key') return { key: keyOf(ENTITIES[entity], all) };
      return path.read === 'list'
        ? { list: partition(ENTITIES[entity], 'parent_pk', all) }
        : { partition: partition(ENTITIES[entity], 'pk', all) };
    }),
  );
}

function valuesNamedBy(item: Item, path: Path): Values[] {
  if (path.of) return path.of.includes(String(item.entity)) ? path.values(item) : [];
  if (!path.id) return item.entity === 'Workspace' ? [{}] : [];
  const { id: kind, as } = path;
  return idsIn(item)
    .filter((id) => isId(kind, id))
    .flatMap((id) => (typeof as === 'string' ? [{ [as]: id }] : as(id)));
}

/**
 * List the ids of which other items may be the parts. The audit log has those of everything that was deleted, and a
 * tombstone has them until the log does.
 */
function idsIn(item: Item): string[] {
  if (item.entity === 'AuditEntry') return [entryOf(item).resource.id];
  return [item.entity === 'ApiKey' ? item.client_id : item.id, item.removed_id].filter((id) => typeof id === 'string');
}

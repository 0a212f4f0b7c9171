import type { Operation } from '../../core/api/define-operation.ts';
import type { Entity } from '../../core/table/define-entity.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { type IdKind, isId } from '../../core/values/id.ts';
import { settingsKey } from '../store/workspace-settings.ts';

/**
 * Keys of the items that a request will need, as far as its path and the workspace of its token tell. They are read in
 * the request that authenticates, so that a new instance waits once for both.
 */
export type Prefetch = (workspaceId: string, params: Record<string, string | undefined>) => PrimaryKey[];

/** The declaration of an endpoint, with what it prefetches, and what it waits for before it replays a response. */
export type Prefetching<O extends Operation> = O & { prefetch?: Prefetch; beforeReplay?: () => Promise<void> };

/** Prefetch the item that the path names by `{id}`, as `loadOr404` does: a text that is no id is not looked up. */
export function itemInPath(kind: IdKind, entity: Entity): Prefetch {
  return (workspace_id, { id = '' }) => (isId(kind, id) ? [keyOf(entity, { workspace_id, id })] : []);
}

/** Prefetch the settings of the workspace and the item that the path names. */
export function settingsAndItemInPath(kind: IdKind, entity: Entity): Prefetch {
  const ofItem = itemInPath(kind, entity);
  return (workspaceId, params) => [settingsKey(workspaceId), ...ofItem(workspaceId, params)];
}

import type { IdKind } from '../values/id.ts';
import type { Item, Values } from './schema.ts';

/**
 * How an item ends that a request has written:
 * - `work`: soon. It expires, counts, or the service finishes it.
 * - `data`: not with what created it. It belongs to the workspace.
 * - `creator`: with the session, the API key or the member that created it.
 * - `taken over`: it goes on as that of its creator until an owner takes it over. The removal of the creator names it.
 */
type Ending = 'work' | 'data' | 'creator' | 'taken over';

/**
 * Where the items of an entity are: in partitions of the table, in partitions of the index `by_parent`, or at keys. Their
 * values follow from an id that another item of the workspace names (`as`: the name of the value), from items of certain
 * entities, or from the workspace alone.
 */
export type Path = { readonly read: 'partition' | 'list' | 'key' } & (
  | { readonly id: IdKind; readonly as: string | ((id: string) => Values[]); readonly of?: never }
  | { readonly of: readonly string[]; readonly values: (item: Item) => Values[]; readonly id?: never }
  | { readonly id?: never; readonly of?: never }
);

/**
 * Which items are about a person, by a field: the id of a user or of a review link, that of a membership, an invitation
 * or an API key, or the name of a commenter. The erasure of the person deletes them, or clears fields.
 */
type OfPerson = {
  readonly field: string;
  readonly names: 'user' | 'resource' | 'commenter';
  readonly isDeleted?: true;
  readonly cleared?: readonly string[];
  /** The field with the name of a person who has no id of their own. */
  readonly named?: string;
};

/**
 * How the items of an entity end, and how `workspace -- export` and `erase` and the deletion of a workspace find them: beside
 * the entity, as the export `<name>Lifecycle`. No function bundles it but that which deletes workspaces.
 */
export interface Lifecycle {
  readonly ending: Ending;
  /** They decide who approves and publishes, or with which credentials. */
  readonly decides?: true;
  /**
   * Where they are. Not declared: in the partition of the workspace. `stage`: they belong to no workspace. `nowhere`: an
   * index would cost a write in each request that writes them. They have ids only, which the audit log keeps in any
   * case, and expire within an hour, or a day (the quota of a key).
   */
  readonly found?: readonly Path[] | 'stage' | 'nowhere';
  /** The kind of their ids, by which items of other entities are found. */
  readonly ids?: IdKind;
  /** They have what a person or the workspace provided, or what was recorded about them. */
  readonly isExported?: true;
  /** Fields that no export has, of any entity. */
  readonly secrets?: readonly string[];
  /** `deleted`: with every person, because what belongs to them may have a text of the person. */
  readonly person?: OfPerson | 'deleted';
}

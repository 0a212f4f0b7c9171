type IndexKey = `${'status' | 'category' | 'parent' | 'due'}_pk` | 'list_sk' | 'due_sk';

/**
 * How each key of an item is built from fields, and which indexes list it. `{name}` is a field of the record or an extra
 * value given to `toItem`.
 * - `status_pk`: lists by status, in the order of the API.
 * - `category_pk`: lists by account or event type, and by status where the item has one. Keys only.
 * - `parent_pk`: lists by the resource that owns the item. Keys only. Operator commands find by it the workspaces, spread
 *   over shards, and the items of a workspace whose keys do not follow from other items.
 * - `due_pk`: sparse; work that has a due time, spread over shards. Keys only.
 * `list_sk` is the position in the first three lists: each of them has the order of the API.
 */
type EntityKeys = { readonly pk: string; readonly sk: string } & { readonly [K in IndexKey]?: string };

/** An entity of the single table: what the stores of its feature need to read and write its items. */
export interface Entity<R extends object = object> extends EntityKeys {
  /** The attribute `entity` of its items. */
  readonly name: string;
  /** The public type of its resource in the audit log. Entities without one are not audited. */
  readonly resource?: string;
  /** Builds the fields that its items leave out while they have these values. */
  readonly defaults?: () => Partial<R>;
}

const DECLARED = new Map<string, Entity>();
const AUDITED_KEYS: RegExp[] = [];

/**
 * Declare an entity, in `entities/` of its feature. `R` is its record, where the stream worker reads its changes. The
 * call is marked `@__PURE__`, so that a bundle has those only that its function uses: an item is read or written by the
 * declaration of its entity, so its defaults and its actor are known wherever they matter.
 */
export function defineEntity<R extends object = object>(entity: Entity<R>): Entity<R> {
  DECLARED.set(entity.name, entity as Entity);
  if (entity.resource) AUDITED_KEYS.push(patternOf(entity));
  return entity;
}

/** A primary key, or the templates of one. */
type TableKey = Pick<EntityKeys, 'pk' | 'sk'>;

function patternOf({ pk, sk }: TableKey): RegExp {
  return new RegExp(`^${`${pk} ${sk}`.replaceAll(/\{[a-z_]+\}/g, '[^# ]+')}$`);
}

/** Return the fields that an item of this entity leaves out while they have these values. */
export function defaultsOf(entity: unknown): Record<string, unknown> {
  return { ...DECLARED.get(entity as string)?.defaults?.() };
}

/** Return whether changes of this entity are logged. */
export function isAudited(entity: unknown): boolean {
  return DECLARED.get(entity as string)?.resource !== undefined;
}

/** Return whether a primary key is that of an audited entity. */
export function isAuditedKey({ pk, sk }: TableKey): boolean {
  return AUDITED_KEYS.some((pattern) => pattern.test(`${pk} ${sk}`));
}

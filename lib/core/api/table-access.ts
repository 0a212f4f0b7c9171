import type { SecretKind } from '../crypto/contexts.ts';
import type { INDEXES } from '../table/schema.ts';

/**
 * Table access of one function, by the names of entities: `get` by key, `list` by partition, `put` whole items, `insert` new
 * items many at once, `add` to numbers in place, `update` other attributes in place, `remove`, `check` in a transaction that an
 * item exists. `indexes` are the secondary indexes it queries.
 */
export interface TableAccess {
  /** Read and remove the items of every entity: for the deletion of a workspace. */
  everything?: true;
  get?: readonly string[];
  list?: readonly string[];
  put?: readonly string[];
  insert?: readonly string[];
  add?: readonly string[];
  update?: readonly string[];
  remove?: readonly string[];
  check?: readonly string[];
  indexes?: readonly (keyof typeof INDEXES)[];
  /** Use of the KMS key, by the kind of the secrets. */
  kms?: { encrypt?: readonly SecretKind[]; decrypt?: readonly SecretKind[] };
}

/** Return the table access of a function that does all of these. */
export function mergeAccess(...parts: TableAccess[]): TableAccess {
  const all = (verb: Exclude<keyof TableAccess, 'everything' | 'indexes' | 'kms'>) =>
    parts.flatMap((part) => part[verb] ?? []);
  return {
    ...(parts.some(({ everything }) => everything) ? { everything: true } : {}),
    get: all('get'),
    list: all('list'),
    put: all('put'),
    insert: all('insert'),
    add: all('add'),
    update: all('update'),
    remove: all('remove'),
    check: all('check'),
    indexes: [...new Set(parts.flatMap((part) => part.indexes ?? []))],
    kms: {
      encrypt: parts.flatMap((part) => part.kms?.encrypt ?? []),
      decrypt: parts.flatMap((part) => part.kms?.decrypt ?? []),
    },
  };
}

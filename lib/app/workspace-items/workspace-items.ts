import { merged } from '../../core/fairness/merged.ts';
import { PacedReads } from '../../core/table/paced-reads.ts';
import { type Item, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { ENTITIES, type EntityName } from '../table/entity-table.ts';
import { type Place, placesNamedBy, rootOf } from './workspace-paths.ts';

/** Places that are read at the same time, of those that one response names. */
const PARALLEL = 16;

type Pages = AsyncGenerator<Item[], void>;

/**
 * Read all items of a workspace by their keys, each after those that only it names: when an erasure ends early, what it
 * has not deleted is found again. `isConsistent` finds every write that has ended before, at twice the cost. `without`: leaves out
 * the items of these entities, and what only they name.
 */
export async function* workspaceItems(
  workspaceId: string,
  { isConsistent, without = [] }: { isConsistent: boolean; without?: readonly EntityName[] },
): AsyncGenerator<Item, void> {
  const reads = new PacedReads({ isConsistent });
  const known = new Set<string>();
  const isNew = (place: Place) => known.size < known.add(JSON.stringify(place)).size;

  async function* readNamedBy(items: Item[]): Pages {
    const places = items.flatMap((item) => placesNamedBy(item, workspaceId, without)).filter(isNew);
    const keys = places.flatMap((place) => ('key' in place ? [place.key] : []));
    const others = places.flatMap((place) => {
      if ('list' in place) return [readListed(place.list)];
      return 'partition' in place ? [withNamed(reads.partition(place.partition))] : [];
    });
    yield* merged([withNamed(readKeys(keys)), ...others], PARALLEL);
  }
  async function* withNamed(pages: Pages): Pages {
    for await (const page of pages) {
      // A post or a credential of another workspace may have the same key.
      const own = page.filter(({ workspace_id = workspaceId }) => workspace_id === workspaceId);
      yield* readNamedBy(own);
      yield own;
    }
  }
  async function* readListed(pk: string): Pages {
    for await (const page of reads.list(pk)) {
      const keys = page.map(({ pk, sk }) => ({ pk, sk }) as PrimaryKey);
      yield* withNamed(readKeys(keys.filter((key) => isNew({ key }))));
    }
  }
  async function* readKeys(keys: PrimaryKey[]): Pages {
    if (keys.length > 0) yield await reads.items(keys);
  }
  for await (const page of readNamedBy([rootOf(workspaceId)])) yield* page;
}

/** Read all items of a workspace at once. */
export async function loadWorkspaceItems(workspaceId: string, options: { isConsistent: boolean }): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of workspaceItems(workspaceId, options)) items.push(item);
  return items;
}

/** Read the items of an entity that are in one partition of their workspace. */
export async function* itemsOfEntity(workspaceId: string, entity: EntityName): AsyncGenerator<Item, void> {
  const pk = partition(ENTITIES[entity], 'pk', { workspace_id: workspaceId });
  for await (const page of new PacedReads({ isConsistent: true }).partition(pk)) yield* page;
}

import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../../lib/core/table/client.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import type { EntryHolder } from './time-zones.ts';

/** Parts of the table that are scanned at the same time. */
const SCANS = 8;

/**
 * Read all items of a workspace, in no order. It scans the whole table, because keys of API keys and tokens do not name
 * their workspace; functions may not scan, an operator may.
 */
export async function* workspaceItems(workspaceId: string): AsyncGenerator<Item, void> {
  const clientIds = new Set<unknown>();
  const usages: Item[] = [];
  for await (const item of allItems()) {
    // The last use of a key names only the key, and may come before it.
    if (item.entity === 'ApiKeyUsage') usages.push(item);
    if (!belongsTo(item, workspaceId)) continue;
    if (item.entity === 'ApiKey') clientIds.add(item.client_id);
    yield item;
  }
  yield* usages.filter(({ client_id }) => clientIds.has(client_id));
}

/** Read the ids of all workspaces, in no order. */
export async function* workspaceIds(): AsyncGenerator<string, void> {
  for await (const { id } of itemsOf('Workspace')) yield String(id);
}

/** Read the ids of all queues and recurrences, in no order. */
export async function* entryHolders(): AsyncGenerator<EntryHolder, void> {
  for await (const { entity, workspace_id, id } of itemsOf('Queue', 'Recurrence'))
    yield { entity, workspace_id, id } as EntryHolder;
}

/** Read the items of entities. It scans the whole table in parallel, of which only they are returned. */
function itemsOf(...entities: string[]): AsyncGenerator<Item, void> {
  const values = Object.fromEntries(entities.map((entity, index) => [`:entity${index}`, entity]));
  const scans = Array.from({ length: SCANS }, (_, Segment) =>
    allItems({
      ...{ Segment, TotalSegments: SCANS },
      FilterExpression: `#entity IN (${Object.keys(values).join()})`,
      ExpressionAttributeNames: { '#entity': 'entity' },
      ExpressionAttributeValues: values,
    }),
  );
  return merged(scans);
}

/** Yield what several generators yield, as it comes. */
async function* merged<T>(generators: AsyncGenerator<T, void>[]): AsyncGenerator<T, void> {
  const nextOf = async (generator: AsyncGenerator<T, void>) => ({ generator, result: await generator.next() });
  const running = new Map(generators.map((generator) => [generator, nextOf(generator)]));
  while (running.size > 0) {
    const { generator, result } = await Promise.race(running.values());
    if (result.done) running.delete(generator);
    else {
      running.set(generator, nextOf(generator));
      yield result.value;
    }
  }
}

/** Read all items of a workspace at once. */
export async function loadWorkspaceItems(workspaceId: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of workspaceItems(workspaceId)) items.push(item);
  return items;
}

function belongsTo({ pk, workspace_id }: Item, workspaceId: string): boolean {
  return workspace_id === workspaceId || `${pk}#`.startsWith(`WS#${workspaceId}#`);
}

async function* allItems(options: Partial<ScanCommandInput> = {}): AsyncGenerator<Item, void> {
  let start: Item | undefined;
  do {
    const page: ScanCommandOutput = await table.send(
      new ScanCommand({
        ...{ TableName: tableName(), ConsistentRead: true, ...options },
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

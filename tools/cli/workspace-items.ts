import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../../lib/core/table/client.ts';
import type { Item } from '../../lib/core/table/schema.ts';

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

/** Read all items of a workspace at once. */
export async function loadWorkspaceItems(workspaceId: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of workspaceItems(workspaceId)) items.push(item);
  return items;
}

function belongsTo({ pk, workspace_id }: Item, workspaceId: string): boolean {
  return workspace_id === workspaceId || `${pk}#`.startsWith(`WS#${workspaceId}#`);
}

async function* allItems(): AsyncGenerator<Item, void> {
  let start: Item | undefined;
  do {
    const page: ScanCommandOutput = await table.send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true, ...(start ? { ExclusiveStartKey: start } : {}) }),
    );
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

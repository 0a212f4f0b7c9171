import { loadNameHolders } from '../../core/table/reserved-names.ts';
import { isId } from '../../core/values/id.ts';
import type { Queue } from '../rules/queue.ts';
import { loadQueue, queueNames } from './queues.ts';

/** Load a queue by its id or its name, or null. */
export async function findQueue(workspaceId: string, idOrName: string): Promise<Queue | null> {
  if (isId('queue', idOrName)) return loadQueue(workspaceId, idOrName);
  const [id] = await loadNameHolders([{ ...queueNames(workspaceId), name: idOrName }]);
  return id ? loadQueue(workspaceId, id) : null;
}

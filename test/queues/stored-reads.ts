import { findQueue } from '../../lib/queues/store/find-queue.ts';
import { loadQueue } from '../../lib/queues/store/queues.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Queue: async () => [await loadQueue(workspaceId, String(one('Queue').id)), one('Queue')],
  QueueName: async () => [await findQueue(workspaceId, 'DEFAULT'), one('Queue')],
};

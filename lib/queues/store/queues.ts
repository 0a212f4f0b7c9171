import type { Write } from '../../core/table/commit.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load } from '../../core/table/read.ts';
import { type NameSpace, releaseName, renameWrites, reserveName } from '../../core/table/reserved-names.ts';
import { keyOf, partition } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { duplicateNameError } from '../../labels/rules/duplicate-name.ts';
import { queueEntity, queueNameEntity } from '../entities/queues.ts';
import { queueLimit } from '../problems.ts';
import { MAX_QUEUES, type Queue } from '../rules/queue.ts';

/** Return among which names that of a queue is unique: those of the queues of its workspace. */
export function queueNames(workspace_id: string): NameSpace {
  return { entity: queueNameEntity, workspace_id };
}

const nameTaken = (id: string) => duplicateNameError('queue', id);

/** Load a queue of a workspace, or null. */
export function loadQueue(workspaceId: string, id: string): Promise<Queue | null> {
  return load<Queue>(keyOf(queueEntity, { workspace_id: workspaceId, id }));
}

/** List the queues of a workspace, oldest first, with their total. */
export function listQueues(workspaceId: string, request: PageRequest): Promise<TotalPage<Queue>> {
  const partitions = [partition(queueEntity, 'pk', { workspace_id: workspaceId })];
  return pageWithTotal<Queue>({ partitions, descending: false }, request);
}

/** Build the writes of a new queue. They fail with 409 for a name in use, and at the maximum number of queues. */
export function newQueueWrites(queue: Queue): Write[] {
  return [
    versioned(queueEntity, null, queue),
    reserveName(queueNames(queue.workspace_id), queue, nameTaken),
    {
      ...counterIncrement(queue.workspace_id, 'queues', { queues: 1 }),
      ifBelow: { attribute: 'queues', limit: MAX_QUEUES },
      onConflict: () => queueLimit(`A workspace can have at most ${MAX_QUEUES} queues.`),
    },
  ];
}

/** Build the writes of a queue after a change. They fail with 409 for a name in use. */
export function queueWrites(before: Queue, after: Queue): Write[] {
  return [
    versioned(queueEntity, before, after),
    ...renameWrites(queueNames(before.workspace_id), before, after, nameTaken),
  ];
}

/** Build the writes that delete a queue, release its name and reduce the count. */
export function deleteQueueWrites(queue: Queue): Write[] {
  const { workspace_id, id, version } = queue;
  return [
    { delete: keyOf(queueEntity, { workspace_id, id }), condition: { version } },
    releaseName(queueNames(workspace_id), queue.name),
    counterIncrement(workspace_id, 'queues', { queues: -1 }),
  ];
}

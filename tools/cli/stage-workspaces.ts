import { SHARDS } from '../../lib/core/table/due-index.ts';
import { PacedReads } from '../../lib/core/table/paced-reads.ts';
import { partition } from '../../lib/core/table/schema.ts';
import { workspaceEntity } from '../../lib/identity/entities/workspaces.ts';
import { queueEntity } from '../../lib/queues/entities/queues.ts';
import { recurrenceEntity } from '../../lib/recurrences/entities/recurrences.ts';
import { completeIndex, isIndexComplete } from './operator-index.ts';
import type { EntryHolder } from './time-zones.ts';

type PrintLine = (line: string) => void;

/**
 * Complete the index of a table of an earlier version, once, so that no command misses a workspace. A command that needs
 * the index calls it first.
 */
export async function ensureIndex(print: PrintLine): Promise<void> {
  if (await isIndexComplete()) return;
  print('The index of workspaces is not complete: reading the whole table once, 6 MB a second (docs/upgrade.md).');
  await completeIndex();
}

/**
 * Read the ids of all workspaces of the stage, or of those with a label, shard by shard. The index may miss a change of the last
 * second.
 */
export async function* workspaceIds(label?: string): AsyncGenerator<string, void> {
  const reads = new PacedReads({ isConsistent: false });
  const [key, index] =
    label === undefined ? (['parent_pk', 'by_parent'] as const) : (['status_pk', 'by_status'] as const);
  for (const shard of SHARDS) {
    for await (const page of reads.list(partition(workspaceEntity, key, { shard, label }), index)) {
      for (const { list_sk } of page) yield String(list_sk);
    }
  }
}

/** Read the ids of all queues and recurrences of the stage. */
export async function* entryHolders(): AsyncGenerator<EntryHolder, void> {
  const reads = new PacedReads({ isConsistent: false });
  for await (const workspace_id of workspaceIds()) {
    for (const entity of ['Queue', 'Recurrence'] as const) {
      const keys = { Queue: queueEntity, Recurrence: recurrenceEntity }[entity];
      for await (const page of reads.partition(partition(keys, 'pk', { workspace_id }))) {
        for (const { id } of page) yield { entity, workspace_id, id: String(id) };
      }
    }
  }
}

import { changedReferences } from '../../content/rules/media-references.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadPartition, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, partition, shardOf } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { mediaReferenceWrites } from '../../media/store/media-references.ts';
import { recurrenceEntity } from '../entities/recurrences.ts';
import { recurrenceLimit } from '../problems.ts';
import { MAX_RECURRENCES, type Recurrence } from '../rules/recurrence.ts';

/** Load a recurrence of a workspace, also one that is being deleted; null when there is none. */
export function loadRecurrence(workspace_id: string, id: string): Promise<Recurrence | null> {
  return load<Recurrence>(keyOf(recurrenceEntity, { workspace_id, id }));
}

/** Load a recurrence that is not being deleted, or null. */
export async function loadActiveRecurrence(workspaceId: string, id: string): Promise<Recurrence | null> {
  const recurrence = await loadRecurrence(workspaceId, id);
  return recurrence?.status === 'active' ? recurrence : null;
}

/** Load the recurrences of a workspace that are not being deleted. There are at most 100. */
export async function loadActiveRecurrences(workspace_id: string): Promise<Recurrence[]> {
  const all = await loadPartition<Recurrence>(partition(recurrenceEntity, 'pk', { workspace_id }));
  return all.filter(({ status }) => status === 'active');
}

/** Load the recurrences that a member has created or taken over, and that are not being deleted. */
export async function loadRecurrencesOf(workspaceId: string, userId: string): Promise<Recurrence[]> {
  return (await loadActiveRecurrences(workspaceId)).filter(({ created_by }) => created_by === userId);
}

/** List the recurrences of a workspace, oldest first, with their total. */
export function listRecurrences(workspace_id: string, request: PageRequest): Promise<TotalPage<Recurrence>> {
  const partitions = [partition(recurrenceEntity, 'pk', { workspace_id })];
  return pageWithTotal<Recurrence>({ partitions, descending: false }, request);
}

/** Build the write of a recurrence: new, or after the version that was read. */
export function recurrenceWrite(before: Recurrence | null, after: Recurrence): Write {
  return versioned(recurrenceEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/** Build the writes of a new recurrence. They fail with 409 at the maximum number of recurrences. */
export function newRecurrenceWrites(recurrence: Recurrence): Write[] {
  return [
    recurrenceWrite(null, recurrence),
    {
      ...recurrenceCount(recurrence.workspace_id, 1),
      ifBelow: { attribute: 'recurrences', limit: MAX_RECURRENCES },
      onConflict: () => recurrenceLimit(`A workspace can have at most ${MAX_RECURRENCES} recurrences.`),
    },
    ...mediaReferenceWrites(recurrence.workspace_id, changedReferences(null, recurrence)),
  ];
}

/** Build the writes of a recurrence after a change of its settings. */
export function editedRecurrenceWrites(before: Recurrence, after: Recurrence): Write[] {
  const references = changedReferences(before, after);
  return [recurrenceWrite(before, after), ...mediaReferenceWrites(before.workspace_id, references)];
}

/** Build the writes that delete a recurrence, release its files and reduce the count. */
export function deleteRecurrenceWrites(recurrence: Recurrence): Write[] {
  const { workspace_id, id, version } = recurrence;
  return [
    { delete: keyOf(recurrenceEntity, { workspace_id, id }), condition: { version } },
    recurrenceCount(workspace_id, -1),
    ...mediaReferenceWrites(workspace_id, changedReferences(recurrence, null)),
  ];
}

function recurrenceCount(workspace_id: string, by: 1 | -1) {
  return counterIncrement(workspace_id, 'recurrences', { recurrences: by });
}

/** List recurrences whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export function listDueRecurrences(before: string, limit: number): Promise<Supported<Recurrence>> {
  return loadDue<Recurrence>(recurrenceEntity, before, limit);
}

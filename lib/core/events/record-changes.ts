import type { EventDraft } from './event-module.ts';

/** What can happen to a record whose every change is an event of one kind. */
export const RECORD_CHANGES = ['created', 'updated', 'deleted'] as const;
export type RecordChange = (typeof RECORD_CHANGES)[number];

/** What identifies one state of a record. */
interface RecordState {
  id: string;
  version: number;
}

/**
 * Derive the event of a change of a record, at most one. `before` is null for a creation, `after` for a deletion, whose
 * event has the record as it was. `changedAt` is ISO 8601.
 */
export function deriveRecordChange<R extends RecordState>(
  { before, after, changedAt }: { before: R | null; after: R | null; changedAt: string },
  toData: (record: R) => Record<string, unknown>,
): EventDraft[] {
  const record = after ?? before;
  if (record === null || before?.version === after?.version) return [];
  const change: RecordChange = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const dedupKey = change === 'updated' ? `${record.id}/updated/${record.version}` : `${record.id}/${change}`;
  return [{ dedupKey, timestamp: changedAt, data: { ...toData(record), change } }];
}

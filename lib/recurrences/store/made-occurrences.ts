import type { Write } from '../../core/table/commit.ts';
import { query } from '../../core/table/read.ts';
import { fromItem, keyOf, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { recurrenceOccurrenceEntity } from '../entities/recurrences.ts';
import type { MadeOccurrence } from '../rules/occurrence-post.ts';
import type { Recurrence } from '../rules/recurrence.ts';

/** How long the outcome of a date is stored after the date: as long as a pause or a deletion finds an item that is held. */
export const RETENTION_DAYS = 40;

/** List the outcomes of the dates of a recurrence from a date on, in order. The list is bounded: dates are made 30 days ahead, and stored for 40 days. */
export async function listMadeOccurrences(recurrence: Recurrence, from: string): Promise<MadeOccurrence[]> {
  const { workspace_id, id: recurrence_id } = recurrence;
  const pk = partition(recurrenceOccurrenceEntity, 'pk', { workspace_id, recurrence_id });
  return (await query({ pk, from })).map((item) => fromItem<MadeOccurrence>(item));
}

/** Build the write of the outcome of a date. It fails when the date was decided before. */
export function madeOccurrenceWrite(made: MadeOccurrence): Write {
  const expiresAtMs = Date.parse(made.at) + RETENTION_DAYS * DAY_MS;
  return { put: toItem(recurrenceOccurrenceEntity, made, {}, expiresAtMs), condition: 'absent' };
}

/** Build the write after which a date can be decided again. */
export function forgetOccurrenceWrite({ workspace_id, recurrence_id, date }: MadeOccurrence): Write {
  return { delete: keyOf(recurrenceOccurrenceEntity, { workspace_id, recurrence_id, date }), condition: 'present' };
}

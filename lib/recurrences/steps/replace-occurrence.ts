import type { Content } from '../../content/rules/content.ts';
import { loadContentState, loadContents } from '../../content/store/contents.ts';
import type { Write } from '../../core/table/commit.ts';
import { deletionOf, ENDED_STATUSES } from '../../planning/steps/delete-item.ts';
import { type Decision, decide, isUntouched, type MadeOccurrence } from '../rules/occurrence-post.ts';
import { addDays, dateAt, occurrencesBetween } from '../rules/occurrences.ts';
import type { LastChange, Recurrence } from '../rules/recurrence.ts';
import { forgetOccurrenceWrite, listMadeOccurrences, RETENTION_DAYS } from '../store/made-occurrences.ts';

/** An occurrence that was made before the settings changed, and what happens to it. */
export interface Compared {
  made: MadeOccurrence;
  decision: Decision;
}

/**
 * Compare the occurrences from the start of the replacement on, or after its cursor, with the present settings. Those whose
 * time has passed are left out, except for items that are still to be sent, such as those that a halt holds, where the
 * recurrence is paused or deleted.
 */
export async function compareOccurrences(recurrence: Recurrence, nowMs: number): Promise<Compared[]> {
  const { replacement, workspace_id } = recurrence;
  if (!replacement) return [];
  const { from, cursor } = replacement;
  const isDeleted = recurrence.status === 'deleting';
  const endsAll = (isDeleted || recurrence.paused) && from <= dateAt(nowMs, recurrence.time_zone);
  const first = cursor === null ? (endsAll ? addDays(from, -RETENTION_DAYS) : from) : addDays(cursor, 1);
  const isAhead = ({ at }: MadeOccurrence) => Date.parse(at) > nowMs;
  const made = (await listMadeOccurrences(recurrence, first)).filter((each) => endsAll || isAhead(each));
  const contents = await loadContents(
    workspace_id,
    made.flatMap(({ content_id }) => content_id ?? []),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  const planned = new Map(plannedDates(recurrence, made).map((occurrence) => [occurrence.date, occurrence]));
  const compared = made.map((each): Compared => {
    const content = byId.get(each.content_id ?? '') ?? null;
    return { made: each, decision: decide(recurrence, each, planned.get(each.date) ?? null, content) };
  });
  const isUnsent = ({ made: { content_id }, decision }: Compared) =>
    content_id !== null && decision === (isDeleted ? 'replaced' : 'held');
  return compared.filter((each) => isAhead(each.made) || isUnsent(each));
}

function plannedDates(recurrence: Recurrence, made: MadeOccurrence[]) {
  const [first, last] = [made[0], made.at(-1)];
  if (!first || !last || recurrence.status === 'deleting') return [];
  return occurrencesBetween(recurrence, first.date, last.date);
}

/** Count what happens to the occurrences of a recurrence that a request has changed. Null without a replacement. */
export async function predictChange(recurrence: Recurrence, nowMs: number): Promise<LastChange | null> {
  const { replacement } = recurrence;
  if (!replacement) return null;
  return { from: replacement.from, ...countDecisions(await compareOccurrences(recurrence, nowMs)) };
}

/** Count the occurrences with an item by what happens to them. */
export function countDecisions(compared: Compared[]): { replaced: number; kept: number; held: number } {
  const count = (wanted: Decision) =>
    compared.filter(({ made, decision }) => made.content_id !== null && decision === wanted).length;
  return { replaced: count('replaced'), kept: count('kept'), held: count('held') };
}

/**
 * Build the writes that remove an occurrence with its item, so that its date is made again. Null when a person has changed
 * or deleted the item since it was compared, as `isRemovable` decides.
 */
export async function removeOccurrenceWrites(
  made: MadeOccurrence,
  nowMs: number,
  isRemovable: (content: Content, made: MadeOccurrence) => boolean = isUntouched,
): Promise<Write[] | null> {
  const forget = forgetOccurrenceWrite(made);
  if (made.content_id === null) return [forget];
  const state = await loadContentState(made.workspace_id, made.content_id, ENDED_STATUSES);
  if (!state || !isRemovable(state.content, made)) return null;
  return [forget, ...(await deletionOf(state, nowMs)).writes];
}

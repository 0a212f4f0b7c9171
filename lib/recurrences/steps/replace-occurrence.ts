import { loadContentState, loadContents } from '../../content/store/contents.ts';
import type { Write } from '../../core/table/commit.ts';
import { deletionOf, ENDED_STATUSES } from '../../planning/steps/delete-item.ts';
import { type Decision, decide, isUntouched, type MadeOccurrence } from '../rules/occurrence-post.ts';
import { addDays, occurrencesBetween } from '../rules/occurrences.ts';
import type { LastChange, Recurrence } from '../rules/recurrence.ts';
import { forgetOccurrenceWrite, listMadeOccurrences } from '../store/made-occurrences.ts';

/** An occurrence that was made before the settings changed, and what happens to it. */
export interface Compared {
  made: MadeOccurrence;
  decision: Decision;
}

/**
 * Compare the occurrences after a date (`after` null: from the start of the replacement) with the present settings. Those
 * whose time has passed are left out.
 */
export async function compareOccurrences(recurrence: Recurrence, nowMs: number): Promise<Compared[]> {
  const { replacement, workspace_id } = recurrence;
  if (!replacement) return [];
  const from = replacement.cursor === null ? replacement.from : addDays(replacement.cursor, 1);
  const made = (await listMadeOccurrences(recurrence, from)).filter(({ at }) => Date.parse(at) > nowMs);
  const contents = await loadContents(
    workspace_id,
    made.flatMap(({ content_id }) => content_id ?? []),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  const planned = new Map(plannedDates(recurrence, made).map((occurrence) => [occurrence.date, occurrence]));
  return made.map((each) => {
    const content = byId.get(each.content_id ?? '') ?? null;
    return { made: each, decision: decide(recurrence, each, planned.get(each.date) ?? null, content) };
  });
}

/** A recurrence that is paused or deleted plans nothing. */
function plannedDates(recurrence: Recurrence, made: MadeOccurrence[]) {
  const [first, last] = [made[0], made.at(-1)];
  if (!first || !last || recurrence.paused || recurrence.status === 'deleting') return [];
  return occurrencesBetween(recurrence, first.date, last.date);
}

/** Count what happens to the occurrences of a recurrence that a request has changed. Null without a replacement. */
export async function predictChange(recurrence: Recurrence, nowMs: number): Promise<LastChange | null> {
  const { replacement } = recurrence;
  if (!replacement) return null;
  return { from: replacement.from, ...countDecisions(await compareOccurrences(recurrence, nowMs)) };
}

/** Count the occurrences with an item by what happens to them. */
export function countDecisions(compared: Compared[]): { replaced: number; kept: number } {
  const count = (wanted: Decision) =>
    compared.filter(({ made, decision }) => made.content_id !== null && decision === wanted).length;
  return { replaced: count('replaced'), kept: count('kept') };
}

/**
 * Build the writes that remove an occurrence with its item, so that its date is made again. Null when a person has changed
 * or deleted the item since it was compared.
 */
export async function removeOccurrenceWrites(made: MadeOccurrence, nowMs: number): Promise<Write[] | null> {
  const forget = forgetOccurrenceWrite(made);
  if (made.content_id === null) return [forget];
  const state = await loadContentState(made.workspace_id, made.content_id, ENDED_STATUSES);
  if (!state || !isUntouched(state.content, made)) return null;
  return [forget, ...(await deletionOf(state, nowMs)).writes];
}

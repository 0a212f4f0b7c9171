import { api, unwrap, unwrapWithEtag } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { type Content, findContent, ifMatch, type LoadedContent, loadContent } from '../../content/content.ts';
import type { RequestedTime } from '../../times.ts';
import { type CalendarEvent, hasChanged, movesAll } from './calendar-events.ts';

/** The item has changed since the calendar showed it, and was not moved. */
export class ChangedConcurrently extends Error {
  /** The item as it is now, or null if it was deleted. */
  readonly current: Content | null;

  constructor(current: Content | null) {
    super('changed concurrently');
    this.name = 'ChangedConcurrently';
    this.current = current;
  }
}

/** A post after its move, and what it has left: the slot of its queue, or the hold of its paused recurrence. */
export interface Rescheduled {
  content: Content;
  left: 'queue' | 'hold' | null;
}

/**
 * Move the targets of an event to another time, and no other target of its item, unless the item has changed since
 * the calendar showed it. Throws `ChangedConcurrently` with the current item if it has.
 */
export async function reschedule(event: CalendarEvent, to: RequestedTime): Promise<Rescheduled> {
  const read = await findContent(event.contentId);
  if (read === null || hasChanged(event, read.content)) throw new ChangedConcurrently(read?.content ?? null);
  try {
    const content = await (movesAll(event, read.content) ? moveItem(read, to) : moveEntries(event, read, to));
    return { content, left: placeOf(read.content) };
  } catch (error) {
    if (!(error instanceof ApiProblem) || ![404, 409, 412].includes(error.problem.status)) throw error;
    const current = await findContent(event.contentId);
    // A conflict without a visible change has another reason, which the API explains.
    if (error.problem.status === 409 && current !== null && !hasChanged(event, current.content)) throw error;
    throw new ChangedConcurrently(current?.content ?? null);
  }
}

function placeOf({ queue, recurrence }: Content): Rescheduled['left'] {
  if (queue) return 'queue';
  return recurrence?.held ? 'hold' : null;
}

// All targets in one change: it succeeds or fails as a whole, and has one event.
async function moveItem({ content, etag }: LoadedContent, to: RequestedTime): Promise<Content> {
  const params = { path: { id: content.id }, header: ifMatch(etag) };
  return { ...content, ...(await unwrap(api.PUT('/content/{id}', { params, body: { scheduled_at: to } }))) };
}

async function moveEntries(event: CalendarEvent, read: LoadedContent, to: RequestedTime): Promise<Content> {
  let { etag } = read;
  for (const id of event.entryIds) {
    const params = { path: { id }, header: ifMatch(etag) };
    ({ etag } = await unwrapWithEtag(api.PUT('/schedule/{id}', { params, body: { scheduled_at: to } })));
  }
  return (await loadContent(event.contentId)).content;
}

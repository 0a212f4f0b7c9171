import { api, type Schemas, unwrap, unwrapWithEtag } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { type CalendarEvent, hasChanged } from './calendar-events.ts';

export type Content = Schemas['Content'];

/** The item has changed since the calendar showed it, and was not moved. */
export class ChangedConcurrently extends Error {
  /** The item as it is now, or null if it was deleted. */
  readonly current: Content | null;

  constructor(current: Content | null) {
    super('The post has changed since the calendar showed it.');
    this.name = 'ChangedConcurrently';
    this.current = current;
  }
}

/**
 * Move what is pending of an item to another instant, unless the item has changed since the calendar showed it. Throws
 * `ChangedConcurrently` with the current item if it has.
 */
export async function reschedule(event: CalendarEvent, to: string): Promise<Content> {
  const path = { id: event.contentId };
  const read = await loadContent(event.contentId);
  if (read === null || hasChanged(event, read.content)) throw new ChangedConcurrently(read?.content ?? null);
  const header = read.etag === null ? {} : { 'If-Match': read.etag };
  try {
    return await unwrap(api.PUT('/content/{id}', { params: { path, header }, body: { scheduled_at: to } }));
  } catch (error) {
    if (!(error instanceof ApiProblem) || ![404, 409, 412].includes(error.problem.status)) throw error;
    const current = await loadContent(event.contentId);
    // A conflict without a visible change has another reason, which the API explains.
    if (error.problem.status === 409 && current !== null && !hasChanged(event, current.content)) throw error;
    throw new ChangedConcurrently(current?.content ?? null);
  }
}

/** Load an item with its ETag. Null if it does not exist. */
export async function loadContent(id: string): Promise<{ content: Content; etag: string | null } | null> {
  try {
    const { data, etag } = await unwrapWithEtag(api.GET('/content/{id}', { params: { path: { id } } }));
    return { content: data, etag };
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.status === 404) return null;
    throw error;
  }
}

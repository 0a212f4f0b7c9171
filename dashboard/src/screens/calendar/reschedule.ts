import { api, unwrap } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { type Content, findContent, ifMatch } from '../../content/content.ts';
import { type CalendarEvent, hasChanged } from './calendar-events.ts';

/** The item has changed since the calendar showed it, and was not moved. */
export class ChangedConcurrently extends Error {
  /** The item as it is now, or null if it was deleted. */
  readonly current: Content | null;

  constructor(current: Content | null) {
    super('The post has changed since it was loaded.');
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
  const read = await findContent(event.contentId);
  if (read === null || hasChanged(event, read.content)) throw new ChangedConcurrently(read?.content ?? null);
  try {
    return await unwrap(
      api.PUT('/content/{id}', { params: { path, header: ifMatch(read.etag) }, body: { scheduled_at: to } }),
    );
  } catch (error) {
    if (!(error instanceof ApiProblem) || ![404, 409, 412].includes(error.problem.status)) throw error;
    const current = await findContent(event.contentId);
    // A conflict without a visible change has another reason, which the API explains.
    if (error.problem.status === 409 && current !== null && !hasChanged(event, current.content)) throw error;
    throw new ChangedConcurrently(current?.content ?? null);
  }
}

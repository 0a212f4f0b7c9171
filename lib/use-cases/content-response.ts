import type { Content } from '../domain/content/content.ts';
import { toContentView } from '../domain/content/content-view.ts';
import { etagOf } from '../http/if-match.ts';
import type { HandlerResult } from '../http/request-context.ts';

/** An item as an answer shows it, with the entity tag of just this state of it. */
export function contentResponse(content: Content): Required<Pick<HandlerResult, 'headers' | 'body'>> {
  return { headers: { etag: etagOf(content) }, body: toContentView(content) };
}

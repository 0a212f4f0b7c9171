import type { Content } from '../domain/content/content.ts';
import { toContentView } from '../domain/content/content-view.ts';
import { etagOf } from '../http/if-match.ts';
import type { HandlerResult } from '../http/request-context.ts';

/** Build the response view of a content item, with the entity tag of its version. */
export function contentResponse(content: Content): Required<Pick<HandlerResult, 'headers' | 'body'>> {
  return { headers: { etag: etagOf(content) }, body: toContentView(content) };
}

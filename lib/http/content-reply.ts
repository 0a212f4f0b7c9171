import type { Content } from '../domain/content.ts';
import { contentData } from '../domain/events.ts';
import type { Reply } from './call.ts';
import { etagOf } from './precondition.ts';

/** An item as an answer shows it, with the entity tag of just this state of it. */
export function contentReply(content: Content): Required<Pick<Reply, 'headers' | 'body'>> {
  return { headers: { etag: etagOf(content) }, body: contentData(content) };
}

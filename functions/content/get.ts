import { contentReply } from '../../lib/http/content-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadContent } from '../../lib/table/content.ts';

/** Reads one item with what became of it on each platform. */
export const handler = endpoint('content.get', async ({ caller, params }) => {
  const content = await found('content', params.id, (id) => loadContent(caller.workspace.id, id));
  return { status: 200, ...contentReply(content) };
});

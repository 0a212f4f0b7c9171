import { operation } from '../../lib/api/content/get.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadContent } from '../../lib/table/contents.ts';
import { contentInPath } from '../../lib/use-cases/content-prefetch.ts';
import { contentResponse } from '../../lib/use-cases/content-response.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Retrieve a content item with its status on each platform. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const content = await loadOr404('content', params.id, (id) => loadContent(caller.workspace.id, id));
  return { status: 200, ...(await contentResponse(content, nowMs)) };
});

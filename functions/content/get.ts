import { operation } from '../../lib/content/api/content/get.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Retrieve a content item with its status on each platform. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const [content, settings] = await Promise.all([
    loadOr404('content', params.id, (id) => loadContent(workspaceId, id)),
    loadWorkspaceSettings(workspaceId),
  ]);
  return { status: 200, ...(await contentResponse(content, caller, nowMs, { settings })) };
});

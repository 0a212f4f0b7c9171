import { operation } from '../../lib/content/api/content/list-versions.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { toVersionViews } from '../../lib/content/rules/approval/content-version.ts';
import { loadContentVersions } from '../../lib/content/store/content-versions.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', contentEntity) };

/** List what was submitted of a content item, newest first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const versions = await loadContentVersions(workspaceId, content.id);
  return { status: 200, body: { versions: toVersionViews(versions, content) } };
});

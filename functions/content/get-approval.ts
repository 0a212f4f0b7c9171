import { operation } from '../../lib/content/api/content/get-approval.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { toApprovalEvidence } from '../../lib/content/rules/approval/approval-evidence.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', contentEntity) };

/** Return what proves the approval of a content item. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const content = await loadOr404('content', params.id, (id) => loadContent(caller.workspace.id, id));
  return { status: 200, body: toApprovalEvidence(content) };
});

import { operation } from '../../lib/identity/api/keys/list.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { loadKeyViews } from '../../lib/identity/steps/key-views.ts';
import { listApiKeys, listOwnApplications } from '../../lib/identity/store/api-keys.ts';

/** List the API keys of the workspace, newest first, without their secrets. Without `keys:read`, those of own applications. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const isComplete = caller.permissions.includes('keys:read');
  const page = isComplete
    ? await listApiKeys(caller.workspace.id, paging)
    : await listOwnApplications(caller.workspace.id, caller.userId);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const keys = await loadKeyViews(page.records, nowMs);
  return { status: 200, headers, body: { keys, pagination } };
});

import { operation } from '../../lib/audit/api/audit/list.ts';
import { listAudit } from '../../lib/audit/store/audit-log.ts';
import { timeRange } from '../../lib/core/http/time-range.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { workspaceRequired } from '../../lib/identity/problems.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';

/** List the changes made in the workspace, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  if (caller.workspace.id === STAGE_WORKSPACE_ID && caller.stage?.workspaces) {
    throw workspaceRequired('A stage key for some workspaces reads the audit log of each of them.');
  }
  const paging = parsePagination(context, query);
  const page = await listAudit(caller.workspace.id, timeRange(query), paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { entries: page.records, pagination } };
});

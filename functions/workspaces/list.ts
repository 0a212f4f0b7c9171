import { parseTimeParameter } from '../../lib/core/http/time-range.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { loadWorkspaceIdOf } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/workspaces/list.ts';
import { toWorkspaceView } from '../../lib/workspaces/rules/workspace-details.ts';
import { listWorkspaces, loadWorkspaces } from '../../lib/workspaces/store/workspace-list.ts';

/** List the workspaces that a stage key may name, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await pageOf();
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { workspaces: page.records.map(toWorkspaceView), pagination } };

  async function pageOf() {
    const createdSinceMs = parseTimeParameter('created_since', query.created_since);
    const filter = { status: query.status, label: query.label, createdSinceMs };
    const named = caller.stage?.workspaces ?? null;
    if (query.external_id !== undefined) {
      const id = await loadWorkspaceIdOf(query.external_id);
      return loadWorkspaces(id !== null && (named === null || named.includes(id)) ? [id] : [], filter);
    }
    return named === null ? listWorkspaces(filter, paging) : loadWorkspaces(named, filter);
  }
});

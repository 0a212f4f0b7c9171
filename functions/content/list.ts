import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { operation } from '../../lib/content/api/content/list.ts';
import { haltMarkOfItem } from '../../lib/content/rules/schedule-entry.ts';
import { toLocalView } from '../../lib/content/rules/scheduled-local.ts';
import { thumbnailsOf } from '../../lib/content/steps/thumbnails.ts';
import { listContent } from '../../lib/content/store/contents.ts';
import { timeRange } from '../../lib/core/http/time-range.ts';
import { EMPTY_PAGE } from '../../lib/core/table/page.ts';
import { pick } from '../../lib/core/values/pick.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';
import { loadLabelNames } from '../../lib/labels/store/label-names.ts';
import { findContent, needsIndex } from '../../lib/search/steps/find-content.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };

/** List content items, newest first. */
export const handler = defineEndpoint(prefetching, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const { status, platform, account_id } = query;
  const filter = { status, platform, account_id, ...timeRange(query) };
  const workspaceId = caller.workspace.id;
  const find = () =>
    needsIndex(query) ? findContent(workspaceId, query, filter, paging) : listContent(workspaceId, filter, paging);
  const [page, { halts }] = await Promise.all([
    checkAccountFilter(query) ? find() : EMPTY_PAGE,
    loadWorkspaceSettings(workspaceId),
  ]);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const namesOf = await loadLabelNames(workspaceId, page.records);
  const thumbnails = await thumbnailsOf(page.records);
  const data = page.records.map(({ scheduled_at = null, scheduled_local, approval, ...content }) => ({
    ...pick(content, 'id', 'title', 'status'),
    approval_status: approval?.status ?? null,
    ...pick(content, 'platforms'),
    scheduled_at,
    scheduled_local: toLocalView(scheduled_local),
    ...namesOf(content),
    thumbnail: thumbnails.get(content.id) ?? null,
    halt: haltMarkOfItem(halts, Object.values(content.targets)),
    ...pick(content, 'created_at', 'updated_at'),
  }));
  return { status: 200, headers, body: { data, pagination } };
});

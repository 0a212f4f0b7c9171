import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { operation } from '../../lib/content/api/schedule/list.ts';
import { slotOf } from '../../lib/content/rules/schedule/queue-slot.ts';
import { toOccurrenceOf } from '../../lib/content/rules/schedule/recurrence-hold.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { localTimesOf } from '../../lib/content/rules/scheduled-local.ts';
import { mayReadTexts, mayReadTitles } from '../../lib/content/rules/view/readable-texts.ts';
import { thumbnailsOf } from '../../lib/content/steps/thumbnails.ts';
import { loadReferredContents } from '../../lib/content/store/contents.ts';
import { listEntries } from '../../lib/content/store/schedule-entries.ts';
import { timeRange } from '../../lib/core/http/time-range.ts';
import { EMPTY_PAGE } from '../../lib/core/table/page.ts';
import { isId } from '../../lib/core/values/id.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';
import { loadLabelNames } from '../../lib/labels/store/label-names.ts';
import { needsIndex } from '../../lib/search/steps/find-content.ts';
import { listLabelledEntries } from '../../lib/search/steps/labelled-entries.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };
const NO_LABELS = { labels: [], campaign: null };

/** List schedule entries, soonest first; without a status filter, those not yet finished. */
export const handler = defineEndpoint(prefetching, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  if (needsIndex(query)) assertAnyPermission(caller, ['content:read']);
  const { fromMs, toMs } = timeRange(query);
  const filter = {
    status: query.status,
    platform: query.platform,
    account_id: query.account_id,
    content_id: query.content_id,
    from: fromMs === undefined ? undefined : formatInstant(fromMs),
    to: toMs === undefined ? undefined : formatInstant(toMs),
  };
  const isValidId = query.content_id === undefined || isId('content', query.content_id);
  const canMatch = checkAccountFilter(query) && isValidId;
  const find = () =>
    needsIndex(query)
      ? listLabelledEntries(caller.workspace.id, query, filter, paging)
      : listEntries(caller.workspace.id, filter, paging);
  const [page, { halts }] = await Promise.all([
    canMatch ? find() : EMPTY_PAGE,
    loadWorkspaceSettings(caller.workspace.id),
  ]);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const listed = page.records.map(({ content_id }) => content_id);
  const contents = await loadReferredContents(caller.workspace.id, listed);
  const items = new Map(mayReadTitles(caller) ? contents.map((content) => [content.id, content]) : []);
  const locals = localTimesOf(contents);
  const readable = mayReadTexts(caller) ? contents : [];
  const namesOf = await loadLabelNames(caller.workspace.id, readable);
  const byId = new Map(readable.map((content) => [content.id, content]));
  const thumbnails = await thumbnailsOf(readable);
  const scheduled_posts = page.records.map((entry) => {
    const item = items.get(entry.content_id);
    const timed = { ...entry, ...locals.get(entry.id) };
    const view = toEntryView(timed, item?.title ?? null, halts, item && slotOf(item, entry));
    const labels = namesOf(byId.get(entry.content_id) ?? NO_LABELS);
    const recurrence = item ? toOccurrenceOf(item, entry) : null;
    return { ...view, recurrence, ...labels, thumbnail: thumbnails.get(entry.content_id) ?? null };
  });
  return { status: 200, headers, body: { scheduled_posts, pagination } };
});

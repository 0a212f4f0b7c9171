import { operation } from '../../lib/content/api/schedule/update.ts';
import { readableTitle } from '../../lib/content/rules/readable-texts.ts';
import { assertReschedulable, rescheduleEntry } from '../../lib/content/rules/reschedule-entry.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { parseScheduledAt } from '../../lib/content/rules/scheduling.ts';
import { loadWarnings } from '../../lib/content/steps/publish-warnings.ts';
import { contentWrites, loadContent, savedContent } from '../../lib/content/store/contents.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('entry', 'ScheduleEntry') };

/** Move one pending schedule entry to another time. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId, context }) => {
  const workspaceId = caller.workspace.id;
  const entry = await loadOr404('entry', params.id, (id) => loadEntry(workspaceId, id));
  assertReschedulable(entry);
  const content = await loadOr404('content', entry.content_id, (id) => loadContent(workspaceId, id));
  assertIfMatch(context, content);
  const time = parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const next = rescheduleEntry(content, entry, time, newId('group'), Date.now());
  const before = { content, entries: [entry] };
  const moved = next?.entries[0] ?? entry;
  const target = { platform: moved.platform, accountId: moved.account_id, scheduledAt: moved.scheduled_at };
  return {
    status: 200,
    headers: { etag: etagOf(next ? savedContent(before, next) : content) },
    body: {
      ...toEntryView(moved, readableTitle(content, caller)),
      warnings: await loadWarnings(workspaceId, content, [target], nowMs),
    },
    writes: next ? contentWrites(before, next) : [],
  };
});

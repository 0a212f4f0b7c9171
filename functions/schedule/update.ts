import { loadDefaultAccounts } from '../../lib/accounts/store/default-accounts.ts';
import { operation } from '../../lib/content/api/schedule/update.ts';
import { scheduleEntryEntity } from '../../lib/content/entities/schedule-entries.ts';
import { recordLostApproval } from '../../lib/content/rules/approval/required-approval.ts';
import { slotOf } from '../../lib/content/rules/schedule/queue-slot.ts';
import { assertReschedulable, rescheduleEntry } from '../../lib/content/rules/schedule/reschedule-entry.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { readableTitle } from '../../lib/content/rules/view/readable-texts.ts';
import { publicationTimeOf } from '../../lib/content/steps/publication-time.ts';
import { loadWarnings } from '../../lib/content/steps/publish-warnings.ts';
import { contentWrites, loadContent, savedContent } from '../../lib/content/store/contents.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { claimContent } from '../../lib/duplicates/steps/claim-content.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { slotWrites } from '../../lib/queues/steps/slot-writes.ts';

const prefetching = { ...operation, prefetch: itemInPath('entry', scheduleEntryEntity) };

/** Move one pending schedule entry to another time. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId, context }) => {
  const workspaceId = caller.workspace.id;
  const entry = await loadOr404('entry', params.id, (id) => loadEntry(workspaceId, id));
  assertReschedulable(entry);
  const content = await loadOr404('content', entry.content_id, (id) => loadContent(workspaceId, id));
  assertIfMatch(context, content);
  const time = await publicationTimeOf(workspaceId, body.scheduled_at, nowMs, { pending: [entry] });
  const rescheduled = rescheduleEntry(content, entry, time.at, newId('group'), Date.now(), time.local);
  const [defaults, settings] = await Promise.all([
    loadDefaultAccounts(workspaceId, content.platforms),
    loadWorkspaceSettings(workspaceId),
  ]);
  const terms = { caller, allowDuplicate: body.allow_duplicate, settings, defaults, nowMs };
  const changed = rescheduled && {
    ...rescheduled,
    content: recordLostApproval(content, rescheduled.content, settings),
  };
  const claimed = changed && (await claimContent(content, changed, terms));
  const next = claimed?.state ?? null;
  const before = { content, entries: [entry] };
  const moved = next?.entries[0] ?? entry;
  const { platform, account_id: accountId, scheduled_at: scheduledAt, scheduled_local: scheduledLocal } = moved;
  const target = { platform, accountId, scheduledAt, scheduledLocal };
  const { warnings, halts } = await loadWarnings(workspaceId, content, [target], nowMs);
  return {
    status: 200,
    headers: { etag: etagOf(next ? savedContent(before, next) : content) },
    body: {
      ...toEntryView(moved, readableTitle(content, caller), halts, slotOf(next?.content ?? content, moved)),
      warnings,
    },
    writes: claimed
      ? [
          ...claimed.claims,
          ...contentWrites(before, claimed.state),
          ...(await slotWrites(content, claimed.state.content)),
        ]
      : [],
  };
});

import { operation } from '../../lib/content/api/schedule/create.ts';
import { slotOf } from '../../lib/content/rules/schedule/queue-slot.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { toLocalView } from '../../lib/content/rules/scheduled-local.ts';
import { readableTitle } from '../../lib/content/rules/view/readable-texts.ts';
import { loadWarnings } from '../../lib/content/steps/publish-warnings.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { prefetchNewItem } from '../../lib/planning/prefetch.ts';
import { planSchedule } from '../../lib/planning/steps/schedule-item.ts';

/** Schedule a content item: one entry per target. */
export const handler = defineEndpoint(
  { ...operation, prefetch: prefetchNewItem },
  async ({ caller, body, nowMs, newId }) => {
    const planned = await planSchedule(body, { author: caller, nowMs, newId });
    const { content, state, time, groupId, writes } = planned;
    const targets = state.entries.map(({ platform, account_id: accountId }) => {
      return { platform, accountId, scheduledAt: time.at, scheduledLocal: time.local };
    });
    const { warnings, halts } = await loadWarnings(caller.workspace.id, content, targets, nowMs);
    const title = readableTitle(content, caller);
    return {
      status: 201,
      body: {
        schedule_id: state.entries[0]!.id,
        status: 'scheduled',
        platforms: [...new Set(state.entries.map(({ platform }) => platform))],
        content_id: content.id,
        scheduled_at: time.at,
        scheduled_local: toLocalView(time.local),
        group_id: groupId,
        entries: state.entries.map((entry) => toEntryView(entry, title, halts, slotOf(state.content, entry))),
        warnings,
      },
      writes,
      idempotencyKeepUntilMs: Date.parse(time.at),
    };
  },
);

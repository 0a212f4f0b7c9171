import { operation } from '../../lib/api/schedule/create.ts';
import { assertPublishable } from '../../lib/domain/content/content-validation.ts';
import { listWarnings } from '../../lib/domain/content/publish-warnings.ts';
import { toEntryView } from '../../lib/domain/content/schedule-entry.ts';
import { parseScheduledAt, schedule } from '../../lib/domain/content/scheduling.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { contentWrites, loadContentState } from '../../lib/table/contents.ts';
import { loadPublishingStates } from '../../lib/table/publish-limits.ts';

/** Schedule a content item: one entry per platform. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const time = parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const workspaceId = caller.workspace.id;
  const [state, publishingStates] = await Promise.all([
    loadOr404('content', body.content_id, (id) => loadContentState(workspaceId, id)),
    loadPublishingStates(workspaceId, body.platforms),
  ]);
  const ids = { groupId: newId('group'), entryIds: body.platforms.map(() => newId('entry')) };
  const next = schedule(state.content, body.platforms, time, ids, Date.now());
  assertPublishable(state.content, body.platforms, {
    isDraft: false,
    pointerOf: (platform) => `/platforms/${body.platforms.indexOf(platform)}`,
  });
  const targets = body.platforms.map((platform) => ({ platform, scheduledAt: time }));
  return {
    status: 201,
    body: {
      schedule_id: next.entries[0]!.id,
      status: 'scheduled',
      platforms: body.platforms,
      content_id: state.content.id,
      scheduled_at: time,
      group_id: ids.groupId,
      entries: next.entries.map(toEntryView),
      warnings: listWarnings(state.content, targets, publishingStates, nowMs),
    },
    writes: contentWrites(state, next),
    idempotencyKeepUntilMs: Date.parse(time),
  };
});

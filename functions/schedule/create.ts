import { entryData } from '../../lib/domain/entry.ts';
import { requirePublishable } from '../../lib/domain/publishable.ts';
import { schedule, scheduledTime } from '../../lib/domain/scheduling.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { contentWrites, loadContentState } from '../../lib/table/content.ts';

/** Schedules an item: one entry per platform. */
export const handler = endpoint('schedule.create', async ({ caller, body, nowMs, newId }) => {
  const time = scheduledTime(body.scheduled_at, '/scheduled_at', nowMs);
  const state = await found('content', body.content_id, (id) => loadContentState(caller.workspace.id, id));
  const ids = { groupId: newId('group'), entryIds: body.platforms.map(() => newId('entry')) };
  const next = schedule(state.content, body.platforms, time, ids, nowMs);
  requirePublishable(state.content, body.platforms, {
    isDraft: false,
    pointerOf: (platform) => `/platforms/${body.platforms.indexOf(platform)}`,
  });
  return {
    status: 201,
    body: {
      schedule_id: next.entries[0]!.id,
      status: 'scheduled',
      platforms: body.platforms,
      content_id: state.content.id,
      scheduled_at: time,
      group_id: ids.groupId,
      entries: next.entries.map(entryData),
    },
    change: contentWrites(state, next),
    keepUntilMs: Date.parse(time),
  };
});

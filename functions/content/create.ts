import { newContent } from '../../lib/domain/content-editing.ts';
import { requirePublishable } from '../../lib/domain/publishable.ts';
import { schedule, scheduledTime } from '../../lib/domain/scheduling.ts';
import { contentReply } from '../../lib/http/content-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requirePublicMedia } from '../../lib/http/media.ts';
import { contentWrites } from '../../lib/table/content.ts';

/** Creates an item, and schedules it for all of its platforms when it has a time. */
export const handler = endpoint('content.create', async ({ caller, body, nowMs, newId }) => {
  const owner = { id: newId('content'), workspaceId: caller.workspace.id, userId: caller.userId };
  const content = newContent(body, owner, nowMs);
  requirePublishable(content, content.platforms, { isDraft: body.scheduled_at === undefined });
  requirePublicMedia(content.media);
  const ids = { groupId: newId('group'), entryIds: body.platforms.map(() => newId('entry')) };
  const time =
    body.scheduled_at === undefined ? null : scheduledTime(body.scheduled_at, '/scheduled_at', nowMs);
  const state = time ? schedule(content, body.platforms, time, ids, nowMs) : { content, entries: [] };
  const { headers, body: item } = contentReply(state.content);
  return {
    status: 201,
    headers: { location: `/v1/content/${content.id}`, ...headers },
    body: item,
    change: contentWrites(null, state),
    ...(time ? { keepUntilMs: Date.parse(time) } : {}),
  };
});

import { edit } from '../../lib/domain/content-editing.ts';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import { scheduledTime } from '../../lib/domain/scheduling.ts';
import { contentReply } from '../../lib/http/content-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { requirePublicMedia } from '../../lib/http/media.ts';
import { requireAnyOf } from '../../lib/http/permit.ts';
import { requireMatch } from '../../lib/http/precondition.ts';
import { outcomeOfPublishing } from '../../lib/http/publish-wait.ts';
import { contentWrites, loadContentState, writtenContent } from '../../lib/table/content.ts';

/** Changes fields, time or status of an item; `published` publishes now and waits for the platforms. */
export const handler = endpoint('content.update', async ({ caller, params, body, nowMs, newId, call }) => {
  const publishes = body.status === 'published';
  // Who may only publish may do that and nothing beside it.
  if (!publishes || Object.keys(body).length > 1) requireAnyOf(caller, ['content:write']);
  requirePublicMedia(body.media ?? []);
  const workspaceId = caller.workspace.id;
  const state = await found('content', params.id, (id) => loadContentState(workspaceId, id));
  requireMatch(call, state.content);
  const time =
    body.scheduled_at === undefined ? undefined : scheduledTime(body.scheduled_at, '/scheduled_at', nowMs);
  const ids = { groupId: newId('group'), entryIds: PLATFORMS.map(() => newId('entry')) };
  const next = edit(state, { ...body, scheduled_at: time }, ids, nowMs);
  const isUnderWay = publishes && state.content.status === 'publishing';
  return {
    status: 200,
    ...contentReply(next ? writtenContent(state, next) : state.content),
    change: next ? contentWrites(state, next) : [],
    ...(publishes && (next || isUnderWay)
      ? { afterCommit: () => outcomeOfPublishing(workspaceId, state.content.id) }
      : {}),
  };
});

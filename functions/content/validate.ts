import { newContent } from '../../lib/domain/content-editing.ts';
import { preview, requirePublishable } from '../../lib/domain/publishable.ts';
import { scheduledTime } from '../../lib/domain/scheduling.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requirePublicMedia } from '../../lib/http/media.ts';

/**
 * Holds an item against everything creating it would, and stores nothing: the same 422, or what a draft still
 * lacks per platform, and what the post would cost.
 */
export const handler = endpoint('content.validate', async ({ caller, body, nowMs, newId }) => {
  const owner = { id: newId('content'), workspaceId: caller.workspace.id, userId: caller.userId };
  const content = newContent(body, owner, nowMs);
  requirePublishable(content, content.platforms, { isDraft: body.scheduled_at === undefined });
  requirePublicMedia(content.media);
  if (body.scheduled_at !== undefined) scheduledTime(body.scheduled_at, '/scheduled_at', nowMs);
  return { status: 200, body: { valid: true, ...preview(content) } };
});

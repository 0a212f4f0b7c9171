import { operation } from '../../lib/api/content/validate.ts';
import { newContent } from '../../lib/domain/content/content-update.ts';
import { assertPublishable, buildValidationPreview } from '../../lib/domain/content/content-validation.ts';
import { parseScheduledAt } from '../../lib/domain/content/scheduling.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { assertPublicMedia } from '../../lib/use-cases/media-url-check.ts';
import { loadWarnings } from '../../lib/use-cases/publish-warnings.ts';

/**
 * Validate a content item as if it were created, without storing it. Throws the 422 that creation would. Otherwise
 * returns the warnings that creation would, and the length and cost of the post per platform.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const owner = { id: newId('content'), workspaceId: caller.workspace.id, userId: caller.userId };
  const content = newContent(body, owner, nowMs);
  assertPublishable(content, content.platforms, { isDraft: body.scheduled_at === undefined });
  assertPublicMedia(content.media);
  const scheduledAt =
    body.scheduled_at === undefined ? null : parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const targets = content.platforms.map((platform) => ({ platform, scheduledAt }));
  const warnings = await loadWarnings(caller.workspace.id, content, targets, nowMs);
  return { status: 200, body: { valid: true, ...buildValidationPreview(content), warnings } };
});

import { operation } from '../../lib/api/content/validate.ts';
import { destinationsOf } from '../../lib/domain/content/content-targets.ts';
import { newContent } from '../../lib/domain/content/content-update.ts';
import { assertPublishable, buildValidationPreview } from '../../lib/domain/content/content-validation.ts';
import { listWarnings } from '../../lib/domain/content/publish-warnings.ts';
import { parseScheduledAt } from '../../lib/domain/content/scheduling.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadDestinations } from '../../lib/use-cases/named-accounts.ts';
import { loadRequestedMedia } from '../../lib/use-cases/requested-media.ts';

/**
 * Validate a content item as if it were created, without storing it. Throws the 422 that creation would. Otherwise
 * returns the warnings that creation would, and the length and cost of the post per platform.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const owner = { id: newId('content'), workspaceId: caller.workspace.id, userId: caller.userId };
  const [{ accounts, states }, files] = await Promise.all([
    loadDestinations(owner.workspaceId, body),
    loadRequestedMedia(owner.workspaceId, body),
  ]);
  const content = newContent({ ...body, ...files, accounts }, owner, nowMs);
  assertPublishable(content, content.platforms, { isDraft: body.scheduled_at === undefined });
  const scheduledAt =
    body.scheduled_at === undefined ? null : parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const targets = destinationsOf(content).map((each) => ({ ...each, scheduledAt }));
  const warnings = listWarnings(content, targets, states, nowMs);
  return { status: 200, body: { valid: true, ...buildValidationPreview(content), warnings } };
});

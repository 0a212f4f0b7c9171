import { operation } from '../../lib/content/api/content/validate.ts';
import { destinationsOf } from '../../lib/content/rules/content-targets.ts';
import { newContent } from '../../lib/content/rules/content-update.ts';
import { assertPublishable, buildValidationPreview } from '../../lib/content/rules/content-validation.ts';
import { listWarnings } from '../../lib/content/rules/publish-warnings.ts';
import { parseScheduledAt } from '../../lib/content/rules/scheduling.ts';
import { loadDestinations } from '../../lib/content/steps/named-accounts.ts';
import { loadRequestedMedia } from '../../lib/content/steps/requested-media.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

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

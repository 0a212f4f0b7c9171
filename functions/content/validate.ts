import { operation } from '../../lib/content/api/content/validate.ts';
import { agentOf } from '../../lib/content/rules/agent-draft.ts';
import { destinationsOf, pendingTargets } from '../../lib/content/rules/content-targets.ts';
import { assertPublishable, buildValidationPreview } from '../../lib/content/rules/content-validation.ts';
import { newContent } from '../../lib/content/rules/new-content.ts';
import { listWarnings } from '../../lib/content/rules/publish-warnings.ts';
import { acceptTextAsTitle } from '../../lib/content/steps/accept-text.ts';
import { loadDestinations } from '../../lib/content/steps/named-accounts.ts';
import { publicationTimeOf } from '../../lib/content/steps/publication-time.ts';
import { requestedLabels } from '../../lib/content/steps/requested-labels.ts';
import { loadRequestedMedia } from '../../lib/content/steps/requested-media.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { isId } from '../../lib/core/values/id.ts';
import { duplicateWarnings } from '../../lib/duplicates/steps/claim-content.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { withLinkRules } from '../../lib/link-rules/store/applied-link-rules.ts';
import { assertProposedQueue } from '../../lib/queues/steps/proposed-queue.ts';
import { applyTemplates } from '../../lib/templates/rules/apply-templates.ts';
import { loadNamedTemplates, namedAccountIds } from '../../lib/templates/steps/named-templates.ts';

/**
 * Validate a content item as if it were created, without storing it. Throws the 422 that creation would. Otherwise
 * returns the warnings that creation would, and the length and cost of the post per platform.
 */
export const handler = defineEndpoint(
  operation,
  acceptTextAsTitle(async ({ caller, body, nowMs, newId }) => {
    const { userId, workspace } = caller;
    const id = body.content_id ?? newId('content');
    const owner = { id, workspaceId: workspace.id, userId, agent: agentOf(caller) };
    await assertProposedQueue(caller, body.metadata);
    const templates = await loadNamedTemplates(caller, body);
    const { platforms } = body;
    const edited = await loadEdited(workspace.id, body);
    const named = { platforms, accounts: namedAccountIds(body, templates, platforms), kept: edited?.accounts };
    const [{ accounts, states }, files] = await Promise.all([
      loadDestinations(owner.workspaceId, named),
      // A URL is accepted from an agent too, because nothing is stored.
      loadRequestedMedia({ workspaceId: workspace.id }, body),
    ]);
    const pending = edited ? pendingTargets(edited) : [];
    const completed = applyTemplates({ ...body, ...files }, templates, { platforms, current: null });
    // Nothing is stored: labels that do not exist are new.
    const { fields, created } = await requestedLabels(body, owner, newId, nowMs);
    const written = newContent({ ...body, ...files, ...completed, ...fields, accounts }, owner, nowMs);
    const { scheduled_at: asked } = body;
    const isDraft = asked === undefined;
    assertPublishable(written, written.platforms, { isDraft });
    const time = isDraft
      ? null
      : await publicationTimeOf(owner.workspaceId, asked, nowMs, { settings: states.settings, pending });
    const content = await withLinkRules(written, { isDraft, created }, time ? Date.parse(time.at) : nowMs);
    const planned = { scheduledAt: time?.at ?? null, scheduledLocal: time?.local };
    const targets = destinationsOf(content).map((each) => ({ ...each, ...planned }));
    const warnings = listWarnings(content, targets, states, nowMs);
    const duplicates = await duplicateWarnings(content, planned.scheduledAt, { ...states, nowMs });
    return {
      status: 200,
      body: { valid: true, ...buildValidationPreview(content), warnings: [...warnings, ...duplicates] },
    };
  }),
);

/** Load the item that is edited: a request may repeat the accounts and the time that it has. */
async function loadEdited(workspaceId: string, { content_id: id }: { content_id?: string | undefined }) {
  return id && isId('content', id) ? loadContent(workspaceId, id) : null;
}

import type * as z from 'zod/mini';
import type { ContentValidate } from '../../content/api/content/validate.ts';
import type { ItemAuthor } from '../../content/planning/item-plan.ts';
import { assertPublishable } from '../../content/rules/change/content-validation.ts';
import type { Content } from '../../content/rules/content.ts';
import { destinationsOf, pendingTargets } from '../../content/rules/content-targets.ts';
import { listWarnings, type PublishWarning } from '../../content/rules/schedule/publish-warnings.ts';
import type { titledBy } from '../../content/rules/text/text-alias.ts';
import { publicationTimeOf } from '../../content/steps/publication-time.ts';
import { loadContent } from '../../content/store/contents.ts';
import { type IdKind, isId } from '../../core/values/id.ts';
import { stagesOf } from '../contributions.ts';
import { composeNewItem } from './compose-new-item.ts';
import { startPlan } from './start-plan.ts';

/** The fields of `POST /content/validate`. */
type PreviewRequest = ReturnType<typeof titledBy<z.infer<typeof ContentValidate>>>;

/**
 * Return the item that a request would create, and the warnings that it would have. Throws the 422 that its creation would.
 */
export async function previewItem(
  { content_id, ...request }: PreviewRequest,
  { author, nowMs, newId }: { author: ItemAuthor; nowMs: number; newId: (kind: IdKind) => string },
): Promise<{ content: Content; warnings: PublishWarning[] }> {
  const workspaceId = author.workspace.id;
  const contentId = content_id ?? newId('content');
  const given = { workspaceId, contentId, author, request, before: null, nowMs, newId };
  const plan = startPlan({ purpose: 'validate', ...given });
  const runStage = stagesOf(plan);
  await runStage('address');
  const edited = content_id && isId('content', content_id) ? await loadContent(workspaceId, content_id) : null;
  const { composed, states } = await composeNewItem(plan, author, runStage, edited?.accounts);
  const { scheduled_at: asked } = request;
  assertPublishable(composed, plan.platforms, { isDraft: asked === undefined });
  // A request may repeat the time that the item has.
  const terms = { settings: states.settings, pending: edited ? pendingTargets(edited) : [] };
  if (asked !== undefined) plan.time = await publicationTimeOf(workspaceId, asked, nowMs, terms);
  plan.after = { content: composed, entries: [] };
  await runStage('place');
  await runStage('claim');
  const { content } = plan.after;
  const planned = { scheduledAt: plan.time?.at ?? null, scheduledLocal: plan.time?.local };
  const targets = destinationsOf(content).map((target) => ({ ...target, ...planned }));
  return { content, warnings: [...listWarnings(content, targets, states, nowMs), ...plan.warnings] };
}

import type * as z from 'zod/mini';
import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import type { ContentCreate } from '../../content/api/content/requests.ts';
import type { ItemAuthor, ItemPlan } from '../../content/planning/item-plan.ts';
import { assertPublishable } from '../../content/rules/change/content-validation.ts';
import type { ContentState } from '../../content/rules/content.ts';
import type { PublicationTime } from '../../content/rules/scheduled-local.ts';
import type { titledBy } from '../../content/rules/text/text-alias.ts';
import { publicationTimeOf } from '../../content/steps/publication-time.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import type { Label } from '../../labels/rules/label.ts';
import { stagesOf } from '../contributions.ts';
import { composeNewItem } from './compose-new-item.ts';
import { addItem } from './schedule-new-item.ts';
import { startPlan } from './start-plan.ts';

/** The fields of `POST /content`. */
export type NewItemRequest = ReturnType<typeof titledBy<z.infer<typeof ContentCreate>>>;

interface ItemTerms {
  author: ItemAuthor;
  nowMs: number;
  newId: (kind: IdKind) => string;
  /** Chooses the slot of a request, for the id of the item; by default the queue that it names decides. */
  chooseSlot?: ItemPlan['chooseSlot'];
  /** Whether the texts of the request are those of an item, in which what looks like a saved mention is text. */
  keepsTexts?: boolean;
}

/** A new item, its time, and the writes that create it. Nothing is stored yet. */
export interface PlannedItem {
  state: ContentState;
  time: PublicationTime | null;
  states: PublishingStates;
  createdLabels: Label[];
  writes: Write[];
}

/**
 * Create an item from the fields of `POST /content`, and schedule it when they name a time or a queue. Everything that is
 * created from a request passes here, and through the contributions of the features. Throws the problem of the request.
 */
export async function planItem(request: NewItemRequest, terms: ItemTerms): Promise<PlannedItem> {
  const { author, nowMs, newId } = terms;
  const workspaceId = author.workspace.id;
  const contentId = newId('content');
  const plan = startPlan({ purpose: 'create', workspaceId, contentId, request, before: null, ...terms });
  const runStage = stagesOf(plan);
  await runStage('address');
  const { composed, states } = await composeNewItem(plan, author, runStage);
  const { scheduled_at: asked } = request;
  assertPublishable(composed, plan.platforms, { isDraft: asked === undefined && plan.time === null });
  if (asked !== undefined) plan.time ??= await publicationTimeOf(workspaceId, asked, nowMs, states);
  const { state, writes } = await addItem(plan, composed, runStage);
  return { state, time: plan.time, states, createdLabels: plan.createdLabels, writes };
}

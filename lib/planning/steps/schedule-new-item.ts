import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import type { ItemPlan } from '../../content/planning/item-plan.ts';
import type { Content, ContentState } from '../../content/rules/content.ts';
import { destinationsOf } from '../../content/rules/content-targets.ts';
import { schedule } from '../../content/rules/schedule/scheduling.ts';
import type { PublicationTime } from '../../content/rules/scheduled-local.ts';
import { contentWrites } from '../../content/store/contents.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import { type RunStage, stagesOf } from '../contributions.ts';
import { startPlan } from './start-plan.ts';

/** A new item, and the writes that create it. */
interface AddedItem {
  state: ContentState;
  writes: Write[];
}

interface ScheduleTerms {
  states: PublishingStates;
  nowMs: number;
  newId: (kind: IdKind) => string;
}

/**
 * Schedule a new item that the service makes itself, on all its platforms. Link rules and the duplicate guard apply as to
 * that of a request. Throws 409 `duplicate_content`.
 */
export async function scheduleNewItem(
  content: Content,
  time: PublicationTime,
  { states: { settings, defaults }, nowMs, newId }: ScheduleTerms,
): Promise<AddedItem> {
  const { workspace_id: workspaceId, id: contentId } = content;
  const given = { workspaceId, contentId, author: null, request: {}, before: null, nowMs, newId };
  const plan = startPlan({ purpose: 'create', ...given, settings, defaults, time });
  return addItem(plan, content, stagesOf(plan));
}

/** Schedule the item of a plan for all its platforms, or leave it a draft without a time, and add its writes. */
export async function addItem(plan: ItemPlan, content: Content, runStage: RunStage): Promise<AddedItem> {
  const { time, newId, nowMs, defaults: defaultAccounts } = plan;
  const ids = { groupId: newId('group'), entryIds: destinationsOf(content).map(() => newId('entry')), defaultAccounts };
  plan.after = time ? schedule(content, content.platforms, time.at, ids, nowMs, time.local) : { content, entries: [] };
  await runStage('place');
  await runStage('claim');
  const state = plan.after;
  plan.writes.push(...contentWrites(null, state));
  await runStage('write');
  return { state, writes: plan.writes };
}

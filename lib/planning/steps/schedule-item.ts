import type * as z from 'zod/mini';
import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import type { ScheduleCreate } from '../../content/api/schedule/create.ts';
import type { ItemAuthor } from '../../content/planning/item-plan.ts';
import { assertPublishable } from '../../content/rules/change/content-validation.ts';
import type { Content, ContentState } from '../../content/rules/content.ts';
import { selectDestinations } from '../../content/rules/content-targets.ts';
import { withReconnectedAccounts } from '../../content/rules/schedule/reconnected-accounts.ts';
import { scheduleTargets, unscheduledDestinations } from '../../content/rules/schedule/scheduling.ts';
import type { PublicationTime } from '../../content/rules/scheduled-local.ts';
import { publicationTimeOf } from '../../content/steps/publication-time.ts';
import { loadReconnectedOf } from '../../content/steps/reconnected-accounts.ts';
import { loadContentState } from '../../content/store/contents.ts';
import { loadOr404 } from '../../core/http/load-or-404.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import type { Platform } from '../../platforms/platform.ts';
import { stagesOf } from '../contributions.ts';
import { finishChange } from './finish-change.ts';
import { startPlan } from './start-plan.ts';

/** New entries of an item, and the writes that add them. Nothing is stored yet. */
export interface PlannedSchedule {
  content: Content;
  state: ContentState;
  time: PublicationTime;
  groupId: string;
  writes: Write[];
}

/** Schedule an item by the fields of `POST /schedule`: one entry per target. Throws the problem of the request. */
export async function planSchedule(
  { content_id, platforms = [], accounts = [], ...request }: z.infer<typeof ScheduleCreate>,
  { author, nowMs, newId }: { author: ItemAuthor; nowMs: number; newId: (kind: IdKind) => string },
): Promise<PlannedSchedule> {
  const workspaceId = author.workspace.id;
  const { scheduled_at: asked } = request;
  const time = asked === undefined ? null : await publicationTimeOf(workspaceId, asked, nowMs);
  const stored = await loadOr404('content', content_id, (id) => loadContentState(workspaceId, id));
  const [defaults, settings, reconnected] = await Promise.all([
    loadDefaultAccounts(workspaceId, stored.content.platforms),
    loadWorkspaceSettings(workspaceId),
    loadReconnectedOf(stored.content, unscheduledDestinations(stored.content)),
  ]);
  const content = withReconnectedAccounts(stored.content, reconnected);
  const before = { ...stored, content };
  const given = { workspaceId, contentId: content.id, author, request, before, nowMs, newId };
  const plan = startPlan({ purpose: 'schedule', ...given, settings, defaults, time });
  const runStage = stagesOf(plan);
  await runStage('address');
  const { at, local } = plan.time!; // The schema requires a time or a queue.
  const named = accounts.map((id) => reconnected.get(id) ?? id);
  const destinations = selectDestinations(content, { platforms, accounts: named }, defaults);
  const entryIds = destinations.map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts: defaults };
  const added = scheduleTargets(content, destinations, at, ids, Date.now(), local);
  plan.after = added;
  await runStage('place');
  const pointerOf = (platform: Platform) => {
    const index = platforms.indexOf(platform);
    if (index >= 0) return `/platforms/${index}`;
    return `/accounts/${named.indexOf(added.entries.find((each) => each.platform === platform)?.account_id ?? '')}`;
  };
  const scheduled = [...new Set(added.entries.map(({ platform }) => platform))];
  assertPublishable(content, scheduled, { isDraft: false, pointerOf });
  await finishChange(plan, stored, runStage);
  return { content, state: plan.after, time: plan.time!, groupId: ids.groupId, writes: plan.writes };
}

import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import type { ItemAuthor, ItemRequest } from '../../content/planning/item-plan.ts';
import { agentOf } from '../../content/rules/approval/agent-draft.ts';
import { assertApproved } from '../../content/rules/approval/approval.ts';
import { updateContent } from '../../content/rules/change/content-update.ts';
import type { Content } from '../../content/rules/content.ts';
import { destinationsOf, pendingTargets } from '../../content/rules/content-targets.ts';
import { withReconnectedAccounts } from '../../content/rules/schedule/reconnected-accounts.ts';
import { unscheduledDestinations } from '../../content/rules/schedule/scheduling.ts';
import { changedTitle, type TextFields } from '../../content/rules/text/text-alias.ts';
import { loadDestinations } from '../../content/steps/named-accounts.ts';
import { publicationTimeOf } from '../../content/steps/publication-time.ts';
import { loadReconnectedOf } from '../../content/steps/reconnected-accounts.ts';
import { loadContentState, savedContent } from '../../content/store/contents.ts';
import { loadOr404 } from '../../core/http/load-or-404.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import { assertIfMatch } from '../../identity/pipeline/if-match.ts';
import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import type { Label } from '../../labels/rules/label.ts';
import { stagesOf } from '../contributions.ts';
import { finishChange } from './finish-change.ts';
import { startPlan } from './start-plan.ts';

/** A request of `PUT /content/{id}`. */
interface ChangeRequest {
  caller: ItemAuthor;
  params: { id?: string };
  body: ItemRequest;
  /** The texts as they were sent. */
  sent: TextFields;
  nowMs: number;
  newId: (kind: IdKind) => string;
  context: RequestContext;
}

/** A change of an item, and the writes that make it. Nothing is stored yet. */
export interface PlannedChange {
  /** The item as it will be stored, or as it is when nothing changes. */
  item: Content;
  isChanged: boolean;
  settings: WorkspaceSettings;
  createdLabels: Label[];
  writes: Write[];
}

/** Change an item by the fields of `PUT /content/{id}`. Throws the problem of the request. */
export async function planChange(given: ChangeRequest): Promise<PlannedChange> {
  const { caller: author, body, nowMs, newId } = given;
  const workspaceId = author.workspace.id;
  const stored = await loadOr404('content', given.params.id, (id) => loadContentState(workspaceId, id));
  assertIfMatch(given.context, stored.content);
  const { id: contentId } = stored.content;
  const publishes = body.status === 'published';
  const { scheduled_at: asked } = body;
  const isPlanned = publishes || asked !== undefined || body.queue !== undefined;
  const reconnected = await loadReconnectedOf(stored.content, isPlanned ? unscheduledDestinations(stored.content) : []);
  const before = { ...stored, content: withReconnectedAccounts(stored.content, reconnected) };
  const request = { ...body, title: changedTitle(given.sent, before.content) };
  const plan = startPlan({ purpose: 'update', workspaceId, contentId, author, request, before, nowMs, newId });
  const runStage = stagesOf(plan);
  await runStage('address');
  const pending = pendingTargets(before.content);
  if (asked !== undefined) plan.time ??= await publicationTimeOf(workspaceId, asked, nowMs, { pending });
  const { platforms } = plan;
  const ids = plan.accountIds?.map((id) => reconnected.get(id) ?? id);
  const { accounts: kept } = before.content;
  const [named, defaults, settings] = await settleAll([
    ids && loadDestinations(workspaceId, { platforms, accounts: ids, kept }),
    loadDefaultAccounts(workspaceId, platforms),
    loadWorkspaceSettings(workspaceId),
    runStage('resolve'),
  ]);
  Object.assign(plan, { accounts: named?.accounts, settings, defaults });
  await runStage('complete');
  await runStage('check');
  const { accounts, time } = plan;
  const change = {
    ...plan.fields,
    platforms: body.platforms,
    accounts,
    scheduled_at: time?.at,
    scheduled_local: time?.local,
    editedBy: author.userId,
    agent: agentOf(author),
  };
  const destinations = destinationsOf({ platforms, accounts: accounts ?? before.content.accounts });
  const entryIds = destinations.map(() => newId('entry'));
  // The item is read now; the request may have waited before.
  plan.after = updateContent(
    before,
    change,
    { groupId: newId('group'), entryIds, defaultAccounts: defaults },
    Date.now(),
  );
  await runStage('place');
  if (publishes && plan.after) assertApproved(plan.after.content, settings);
  await finishChange(plan, stored, runStage);
  const { after, createdLabels, writes } = plan;
  const item = after ? savedContent(stored, after) : stored.content;
  return { item, isChanged: after !== null, settings, createdLabels, writes };
}

import { changedTitle } from '../../lib/content/rules/text/text-alias.ts';
import { acceptText } from '../../lib/content/steps/accept-text.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import type { Caller } from '../../lib/identity/pipeline/request-context.ts';
import { loadMember } from '../../lib/identity/store/members.ts';
import { withLabelNames } from '../../lib/labels/store/label-names.ts';
import { operation } from '../../lib/recurrences/api/recurrences/update.ts';
import { recurrenceEntity } from '../../lib/recurrences/entities/recurrences.ts';
import { editRecurrence, hasOtherPost, takeOverRecurrence } from '../../lib/recurrences/rules/edit-recurrence.ts';
import { withNextStep } from '../../lib/recurrences/rules/progress.ts';
import type { Recurrence } from '../../lib/recurrences/rules/recurrence.ts';
import { toRecurrenceView } from '../../lib/recurrences/rules/recurrence-view.ts';
import { predictChange } from '../../lib/recurrences/steps/replace-occurrence.ts';
import { assertTextsPublishable, requestedSettings } from '../../lib/recurrences/steps/requested-recurrence.ts';
import { editedRecurrenceWrites, loadActiveRecurrence } from '../../lib/recurrences/store/recurrences.ts';

const prefetching = { ...operation, prefetch: itemInPath('recurrence', recurrenceEntity) };

/** Update a recurrence from a date on, pause it or resume it. The stream replaces its upcoming items. */
export const handler = defineEndpoint(
  prefetching,
  acceptText(async ({ caller, params, body, sent, nowMs, newId }) => {
    assertAnyPermission(caller, ['content:write']);
    assertAnyPermission(caller, ['content:read']);
    const workspaceId = caller.workspace.id;
    const before = await loadOr404('recurrence', params.id, (id) => loadActiveRecurrence(workspaceId, id));
    const { from, take_over, ...given } = body;
    const fields = { ...given, title: changedTitle(sent, before) };
    const { time = before.time, time_zone = before.time_zone } = fields;
    const requester = { workspaceId, userId: caller.userId, newId, nowMs };
    const requested = await requestedSettings(fields, before, { time, time_zone }, requester);
    const own = take_over ? await takenOver(before, caller, nowMs) : before;
    const edited = editRecurrence(own, requested.settings, from, nowMs);
    const predicted = await predictChange(edited, nowMs);
    const after = predicted ? { ...edited, last_change: predicted } : edited;
    // Without the texts of new items, those that are replaced would be lost. A pause replaces none.
    if (hasOtherPost(before, after) || (predicted?.replaced ?? 0) > 0)
      await assertTextsPublishable(caller, after, nowMs);
    const [view] = await withLabelNames(workspaceId, [toRecurrenceView(after, nowMs)], requested.created);
    return {
      status: 200,
      body: view,
      writes:
        after === before ? [] : [...requested.writes, ...editedRecurrenceWrites(before, withNextStep(after, nowMs))],
    };
  }),
);

/** Make an owner the creator of a recurrence of a removed member. */
async function takenOver(recurrence: Recurrence, { userId, role }: Caller, nowMs: number): Promise<Recurrence> {
  const creator = await loadMember(recurrence.workspace_id, recurrence.created_by);
  return takeOverRecurrence(recurrence, { userId, role }, creator !== null, nowMs);
}

import { acceptTextAsTitle } from '../../lib/content/steps/accept-text.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { withLabelNames } from '../../lib/labels/store/label-names.ts';
import { operation } from '../../lib/recurrences/api/recurrences/create.ts';
import { newSettings } from '../../lib/recurrences/rules/new-settings.ts';
import { withNextStep } from '../../lib/recurrences/rules/progress.ts';
import { newRecurrence } from '../../lib/recurrences/rules/recurrence.ts';
import { parseRule } from '../../lib/recurrences/rules/recurrence-rule.ts';
import { toRecurrenceView } from '../../lib/recurrences/rules/recurrence-view.ts';
import { assertTextsPublishable, requestedSettings } from '../../lib/recurrences/steps/requested-recurrence.ts';
import { newRecurrenceWrites } from '../../lib/recurrences/store/recurrences.ts';

/** Create a recurrence. The stream makes its items. */
export const handler = defineEndpoint(
  operation,
  acceptTextAsTitle(async ({ caller, body, nowMs, newId }) => {
    assertAnyPermission(caller, ['content:write']);
    const owner = { id: newId('recurrence'), workspaceId: caller.workspace.id, userId: caller.userId };
    const time_zone = body.time_zone ?? (await loadWorkspaceSettings(owner.workspaceId)).time_zone;
    const clock = { time: body.time, time_zone };
    const rule = parseRule(body.rule, clock);
    const requested = await requestedSettings(body, null, clock, { ...owner, newId, nowMs });
    const { title, platforms } = body;
    const settings = newSettings({ ...requested.settings, title, platforms, rule }, clock, nowMs);
    const recurrence = newRecurrence(settings, owner, nowMs);
    await assertTextsPublishable(caller, recurrence, nowMs);
    const [view] = await withLabelNames(owner.workspaceId, [toRecurrenceView(recurrence, nowMs)], requested.created);
    return {
      status: 201,
      headers: { location: `/v1/recurrences/${recurrence.id}` },
      body: view,
      writes: [...requested.writes, ...newRecurrenceWrites(withNextStep(recurrence, nowMs))],
    };
  }),
);

import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { operation } from '../../lib/recurrences/api/recurrences/preview.ts';
import { dateAt } from '../../lib/recurrences/rules/occurrences.ts';
import { parseRule } from '../../lib/recurrences/rules/recurrence-rule.ts';
import { upcomingDates } from '../../lib/recurrences/rules/recurrence-view.ts';
import { assertNearDate } from '../../lib/recurrences/steps/requested-recurrence.ts';

const SHOWN_DATES = 10;

/** Preview the next dates of a rule. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs }) => {
  const { time, excluded_dates = [] } = body;
  const time_zone = body.time_zone ?? (await loadWorkspaceSettings(caller.workspace.id)).time_zone;
  const rule = parseRule(body.rule, { time, time_zone });
  const { starts_on = dateAt(nowMs, time_zone) } = body;
  assertNearDate(starts_on, time_zone, nowMs);
  const calendar = { rule, starts_on, time, time_zone, excluded_dates, first_number: 0 };
  return { status: 200, body: { rule, time_zone, next_dates: upcomingDates(calendar, nowMs, SHOWN_DATES) } };
});

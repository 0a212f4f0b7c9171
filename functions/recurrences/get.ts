import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { withLabelNames } from '../../lib/labels/store/label-names.ts';
import { operation } from '../../lib/recurrences/api/recurrences/get.ts';
import { recurrenceEntity } from '../../lib/recurrences/entities/recurrences.ts';
import { addDays, dateAt } from '../../lib/recurrences/rules/occurrences.ts';
import { toOccurrenceViews, toRecurrenceView } from '../../lib/recurrences/rules/recurrence-view.ts';
import { listMadeOccurrences } from '../../lib/recurrences/store/made-occurrences.ts';
import { loadActiveRecurrence } from '../../lib/recurrences/store/recurrences.ts';

const prefetching = { ...operation, prefetch: itemInPath('recurrence', recurrenceEntity) };
const SHOWN_DAYS = 30;

/** Retrieve a recurrence with its recent and upcoming dates. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const recurrence = await loadOr404('recurrence', params.id, (id) => loadActiveRecurrence(workspaceId, id));
  const from = addDays(dateAt(nowMs, recurrence.time_zone), -SHOWN_DAYS);
  const [made, [view]] = await Promise.all([
    listMadeOccurrences(recurrence, from),
    withLabelNames(workspaceId, [toRecurrenceView(recurrence, nowMs)]),
  ]);
  return { status: 200, body: { ...view, occurrences: toOccurrenceViews(recurrence, made) } };
});

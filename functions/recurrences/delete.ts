import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/recurrences/api/recurrences/delete.ts';
import { recurrenceEntity } from '../../lib/recurrences/entities/recurrences.ts';
import { startDeletion } from '../../lib/recurrences/rules/edit-recurrence.ts';
import { withNextStep } from '../../lib/recurrences/rules/progress.ts';
import { predictChange } from '../../lib/recurrences/steps/replace-occurrence.ts';
import {
  deleteRecurrenceWrites,
  loadActiveRecurrence,
  recurrenceWrite,
} from '../../lib/recurrences/store/recurrences.ts';

const prefetching = { ...operation, prefetch: itemInPath('recurrence', recurrenceEntity) };

/** Delete a recurrence. The stream deletes its upcoming items that are unchanged, unless they are kept. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, nowMs }) => {
  const before = await loadOr404('recurrence', params.id, (id) => loadActiveRecurrence(caller.workspace.id, id));
  const deleted = (rest: string) => ({ success: true, message: `Recurrence ${before.id} is deleted; ${rest}.` });
  // What a pause holds is released in steps. Without an item to change, nothing is left for the stream.
  const deletion = (after: typeof before, changed: number) =>
    changed === 0 && !after.held?.length
      ? deleteRecurrenceWrites(before)
      : [recurrenceWrite(before, withNextStep(after, nowMs))];
  if (query.upcoming === 'keep') {
    const after = startDeletion(before, 'keep', nowMs);
    return { status: 200, body: deleted('its upcoming items stay'), writes: deletion(after, 0) };
  }
  // It deletes items, and the response counts them.
  assertAnyPermission(caller, ['content:write']);
  assertAnyPermission(caller, ['content:read']);
  const after = startDeletion(before, 'delete', nowMs);
  const { replaced, kept } = (await predictChange(after, nowMs))!;
  return {
    status: 200,
    body: deleted(`${replaced} upcoming items are deleted with it, and ${kept} that were changed stay`),
    writes: deletion(after, replaced),
  };
});

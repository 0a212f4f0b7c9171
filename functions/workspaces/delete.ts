import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { operation } from '../../lib/workspaces/api/workspaces/delete.ts';
import { graceDays } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { scheduledDeletion } from '../../lib/workspaces/steps/schedule-deletion.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';
import { haltedResponse } from '../../lib/workspaces/steps/workspace-response.ts';

/** Schedule the deletion of a workspace. The response comes when no worker sends a post of it any more. */
export const handler = defineEndpoint(operation, async ({ caller, params, query, newId, nowMs, context }) => {
  const days = graceDays(query.grace_days);
  const before = await workspaceInPath(caller, params.id);
  assertIfMatch(context, before);
  const request = { requestedBy: caller.clientId, haltId: newId('halt') };
  const scheduled = await scheduledDeletion(before, days, request, nowMs);
  if (!scheduled) return haltedResponse(before);
  return { ...haltedResponse(scheduled.after), writes: scheduled.writes };
});

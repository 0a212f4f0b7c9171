import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { fieldError } from '../../lib/core/problems/request-errors.ts';
import { operation } from '../../lib/identity/api/keys/update.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { withPause } from '../../lib/identity/rules/agent-key.ts';
import { loadKeyView } from '../../lib/identity/steps/key-views.ts';
import { assertMayChangeKey } from '../../lib/identity/steps/own-application.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { loadApiKey, updateApiKeyWrite } from '../../lib/identity/store/api-keys.ts';

/** Pause or resume an agent key. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs }) => {
  if (!body.paused) await assertMayAddAccess(caller, nowMs);
  const { key: before, lastUsedAt } = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  // The person who has paused an agent may have done so against the member who has authorized it.
  if (body.paused) assertMayChangeKey(before, caller);
  else assertAnyPermission(caller, ['keys:write']);
  if (!before.agent) throw fieldError('/paused', 'not_an_agent_key', 'Only agent keys can be paused. Revoke this key.');
  const agent = withPause(before.agent, body.paused, nowMs);
  const after = agent === before.agent ? before : { ...before, agent };
  return {
    status: 200,
    body: await loadKeyView({ key: after, lastUsedAt }, nowMs),
    writes: after === before ? [] : [updateApiKeyWrite(before, after)],
  };
});

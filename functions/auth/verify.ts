import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { operation } from '../../lib/identity/api/auth/verify.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadAgentUsage } from '../../lib/identity/store/agent-usage.ts';

/** Return the identity and the permissions of the caller. */
export const handler = defineEndpoint(operation, async ({ caller, nowMs }) => {
  const { agent, workspace, clientId } = caller;
  const key = { workspace_id: workspace.id, client_id: clientId };
  const [used_today] = agent ? await loadAgentUsage([key], nowMs) : [];
  return {
    status: 200,
    body: {
      valid: true,
      user_id: caller.userId,
      permissions: caller.permissions,
      ...key,
      plan: workspace.plan,
      agent: agent ? { ...agent, used_today } : null,
      expires_at: formatInstant(caller.tokenExpiresAtMs),
    },
  };
});

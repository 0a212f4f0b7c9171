import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { operation } from '../../lib/identity/api/auth/verify.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Return the identity and the permissions of the caller. */
export const handler = defineEndpoint(operation, async ({ caller }) => ({
  status: 200,
  body: {
    valid: true,
    user_id: caller.userId,
    permissions: caller.permissions,
    workspace_id: caller.workspace.id,
    client_id: caller.clientId,
    plan: caller.workspace.plan,
    expires_at: formatInstant(caller.tokenExpiresAtMs),
  },
}));

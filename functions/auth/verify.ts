import { formatInstant } from '../../lib/domain/instant.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

/** Tells a caller who they are and what they may do. */
export const handler = endpoint('auth.verify', async ({ caller }) => ({
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

import { operation } from '../../lib/api/auth/create-session-token.ts';
import { newBearerSecret, secretHash } from '../../lib/crypto/bearer-secret.ts';
import { formatAccessToken } from '../../lib/domain/identity/access-token.ts';
import { sessionTokenExpiryMs, touchSession } from '../../lib/domain/identity/session.ts';
import { pick } from '../../lib/domain/pick.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { accessTokenWrite } from '../../lib/table/access-tokens.ts';
import { sessionWrite } from '../../lib/table/sessions.ts';
import { loadCallerSession } from '../../lib/use-cases/current-session.ts';

/** Exchange the session cookie for an access token, and record the use of the session. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session, member, workspace } = await loadCallerSession(context, nowMs);
  const { id: client_id, workspace_id, user_id } = session;
  const { permissions } = member;
  const token = formatAccessToken({ client_id, workspace_id, user_id }, newBearerSecret());
  const expires_at_ms = sessionTokenExpiryMs(session, nowMs);
  const issued = {
    hash: secretHash(token),
    client_id,
    secret_number: 0,
    user_id,
    workspace_id,
    permissions,
    expires_at_ms,
  };
  const used = touchSession(session, nowMs);
  return {
    status: 200,
    body: {
      access_token: token,
      token_type: 'Bearer',
      expires_in: Math.floor((expires_at_ms - nowMs) / 1000),
      workspace: pick(workspace, 'id', 'name'),
      user: pick(member, 'id', 'name', 'email', 'role'),
      permissions,
    },
    writes: [accessTokenWrite(issued), ...(used === session ? [] : [sessionWrite(session, used)])],
    actorUserId: user_id,
    actorClientId: client_id,
  };
});

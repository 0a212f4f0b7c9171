import { randomBytes } from 'node:crypto';
import { newKey } from '../../lib/domain/credential.ts';
import { acceptInvitation } from '../../lib/domain/invitation.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { secretHash } from '../../lib/http/exchange-key.ts';
import { keyWrite } from '../../lib/table/credential.ts';
import { acceptanceWrites, loadByToken } from '../../lib/table/invitation.ts';

/** Makes a member of whoever has the token, with a first key: without one they could do nothing. */
export const handler = endpoint('team.accept', async ({ body, nowMs, newId }) => {
  const person = { id: newId('user'), name: body.name };
  const { before, after, member } = acceptInvitation(await loadByToken(body.token), person, nowMs);
  const secret = randomBytes(32).toString('base64url');
  const key = newKey(
    { name: 'First key', permissions: member.permissions },
    { workspaceId: member.workspace_id, userId: member.id },
    { clientId: newId('key'), secretHash: secretHash(secret) },
    nowMs,
  );
  return {
    status: 201,
    body: {
      user_id: member.id,
      workspace_id: member.workspace_id,
      name: member.name,
      email: member.email,
      role: member.role,
      permissions: member.permissions,
      client_id: key.client_id,
      client_secret: secret,
    },
    change: [...acceptanceWrites(before, after, member), keyWrite(key)],
  };
});

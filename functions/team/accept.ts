import { newKey } from '../../lib/domain/credential.ts';
import { acceptInvitation } from '../../lib/domain/invitation.ts';
import { MOST_KEYS_PER_WORKSPACE } from '../../lib/domain/key-granting.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { newSecret, secretHash } from '../../lib/http/secret.ts';
import { acceptanceWrites, loadByToken } from '../../lib/table/invitation.ts';
import { newKeyWrites } from '../../lib/table/key.ts';

/** Makes a member of whoever has the token, with a first key: without one they could do nothing. */
export const handler = endpoint('team.accept', async ({ body, nowMs, newId }) => {
  const person = { id: newId('user'), name: body.name };
  const { before, after, member } = acceptInvitation(await loadByToken(body.token), person, nowMs);
  const secret = newSecret();
  const key = newKey(
    { name: 'First key', permissions: member.permissions },
    { workspaceId: member.workspace_id, userId: member.id },
    { clientId: newId('key'), secretHash: secretHash(secret) },
    nowMs,
  );
  return {
    status: 201,
    actingUserId: member.id,
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
    change: [...acceptanceWrites(before, after, member), ...newKeyWrites(key, MOST_KEYS_PER_WORKSPACE)],
  };
});

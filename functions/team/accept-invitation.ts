import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/team/accept-invitation.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { newKey } from '../../lib/identity/rules/api-key.ts';
import { MAX_KEYS_PER_WORKSPACE } from '../../lib/identity/rules/api-key-policy.ts';
import { acceptByToken } from '../../lib/identity/steps/accept-invitation.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Accept an invitation by its token. Creates the member and a first API key to call the API with. */
export const handler = defineEndpoint(operation, async ({ body, nowMs, newId }) => {
  const person = { id: newId('user'), name: body.name };
  const { member, writes } = await acceptByToken(body.token, person, nowMs);
  const secret = newBearerSecret();
  const key = newKey(
    { name: 'First key', permissions: member.permissions },
    { workspaceId: member.workspace_id, userId: member.id },
    { clientId: newId('key'), secretHash: secretHash(secret) },
    nowMs,
  );
  return {
    status: 201,
    actorUserId: member.id,
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
    writes: [...writes, ...newApiKeyWrites(key, MAX_KEYS_PER_WORKSPACE)],
  };
});

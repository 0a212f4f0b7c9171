import { operation } from '../../lib/identity/api/auth/decide-device-login.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { MAX_KEYS_PER_WORKSPACE } from '../../lib/identity/rules/api-key-policy.ts';
import { assertUndecided, decideLogin, isRepeated, newDeviceKey } from '../../lib/identity/rules/oauth/device-login.ts';
import { deviceLoginChanged } from '../../lib/identity/rules/oauth/problems.ts';
import { assertRecentSignIn } from '../../lib/identity/rules/session.ts';
import { confirmationOf } from '../../lib/identity/steps/oauth/device-codes.ts';
import { loadEnteredLogin } from '../../lib/identity/steps/oauth/entered-login.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';
import { decisionWrite } from '../../lib/identity/store/device-logins.ts';

/**
 * Approve or deny a device. An approval creates its API key in the transaction that decides the login. This function never
 * knows the secret of the key, only its hash: the device receives the secret at its next poll.
 */
export const handler = defineEndpoint(operation, async ({ context, body, nowMs, newId }) => {
  const { login, session, member } = await loadEnteredLogin(context, body.user_code);
  const actor = { actorUserId: member.id, actorClientId: session.id };
  if (isRepeated(login, body.decision, member)) {
    return { status: 200, body: { status: login.status, key_id: login.key_id } };
  }
  assertUndecided(login);
  if (body.decision === 'deny') {
    const denied = decideLogin(login, 'deny', member, null);
    return {
      status: 200,
      body: { status: denied.status, key_id: null },
      writes: [decisionWrite(login, denied)],
      ...actor,
    };
  }
  if (body.confirmation !== confirmationOf(login, member)) {
    throw deviceLoginChanged(
      'Your session or permissions have changed since the device login was shown. Check it again.',
    );
  }
  assertRecentSignIn(session.created_at, nowMs);
  const key = newDeviceKey(login, body.permissions, member, newId('key'), nowMs);
  const approved = decideLogin(login, 'approve', member, key.client_id);
  return {
    status: 200,
    body: { status: approved.status, key_id: key.client_id },
    writes: [decisionWrite(login, approved), ...newApiKeyWrites(key, MAX_KEYS_PER_WORKSPACE)],
    ...actor,
  };
});

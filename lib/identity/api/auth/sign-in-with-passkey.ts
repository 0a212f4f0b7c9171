import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { Credential, SAMPLE_SIGNED_CREDENTIAL } from './passkey-credential.ts';
import { SessionResponse } from './responses.ts';

export const PasskeySignIn = z.strictObject({
  credential: Credential.check(
    z.describe('The signed challenge as `PublicKeyCredential.toJSON()` returns it.'),
    z.meta({ examples: [SAMPLE_SIGNED_CREDENTIAL] }),
  ),
});

export const operation = defineOperation({
  id: 'auth.sign-in-with-passkey',
  route: 'POST /v1/auth/sign-in/passkey',
  summary: 'Sign in with a passkey',
  description:
    'Exchange a passkey signature for a session. The session is the same as that of `POST /v1/auth/sessions`.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  setsSession: true,
  body: PasskeySignIn,
  status: 201,
  errors: ['passkey_rejected', 'cross_site_request'],
  access: {
    get: ['PasskeyChallenge', 'Member', 'Session'],
    list: ['Passkey'],
    indexes: ['by_parent'],
    put: ['Passkey', 'Session', 'Tombstone'],
    remove: ['PasskeyChallenge', 'Session'],
  },
  example: { body: { credential: SAMPLE_SIGNED_CREDENTIAL } },
});

export const response = SessionResponse;

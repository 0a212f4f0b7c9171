import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { textSchema } from '../../../core/api/request-fields.ts';
import { PasskeyResponse } from '../team/passkey-response.ts';
import { Credential, SAMPLE_NEW_CREDENTIAL } from './passkey-credential.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

// biome-ignore format: one field per line.
export const PasskeyCreate = z.strictObject({
  name: textSchema(100).check(z.meta({ description: 'A name for the passkey.', examples: ['Laptop'] })),
  credential: Credential.check(z.describe('The new credential as `PublicKeyCredential.toJSON()` returns it.'), z.meta({ examples: [SAMPLE_NEW_CREDENTIAL] })),
});

export const operation = defineOperation({
  id: 'auth.create-passkey',
  route: 'POST /v1/auth/passkeys',
  summary: 'Add a passkey',
  description:
    'Store the public key of a passkey that the browser created with the options of `POST /v1/auth/passkeys/options`. A member can have up to ten passkeys. The attestation format must be `none`, which browsers use with these options. The credential id has at most 1,023 bytes, and the public key 2,048. Requires the session cookie and a sign-in within the last ten minutes.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  body: PasskeyCreate,
  status: 201,
  errors: ['session_expired', 'recent_sign_in_required', 'cross_site_request', 'passkey_rejected', 'passkey_limit'],
  access: {
    get: ['Session', 'Member', 'Workspace', 'PasskeyChallenge', 'Counter'],
    list: ['Passkey'],
    put: ['Passkey', 'PasskeyCredential'],
    add: ['Counter'],
    remove: ['PasskeyChallenge'],
    kms: { encrypt: ['Passkey'] },
  },
  example: {
    headers: { cookie: SAMPLE_SESSION_COOKIES[0]! },
    body: { name: 'Laptop', credential: SAMPLE_NEW_CREDENTIAL },
  },
});

export const response = PasskeyResponse;

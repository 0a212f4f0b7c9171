import { defineOperation } from '../../../core/api/define-operation.ts';
import { PasskeyOptionsResponse } from './passkey-responses.ts';

export const operation = defineOperation({
  id: 'auth.create-sign-in-options',
  route: 'POST /v1/auth/sign-in/passkey-options',
  summary: 'Start a sign-in with a passkey',
  description:
    'Return the options for `navigator.credentials.get`. The challenge expires after five minutes and can be used once. The options list no passkeys; the browser offers the ones it has.',
  permissions: 'none',
  audience: 'browser',
  errors: ['cross_site_request'],
  access: { put: ['PasskeyChallenge'] },
});

export const response = PasskeyOptionsResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { PasskeyOptionsResponse } from './passkey-responses.ts';

export const operation = defineOperation({
  id: 'auth.create-sign-in-options',
  route: 'POST /v1/auth/sign-in/passkey-options',
  summary: 'Start a sign-in with a passkey',
  description:
    'Return the options for `navigator.credentials.get`, with a challenge that is valid once, for five minutes. They name no passkey: the browser offers those it has.',
  permissions: 'none',
  ownRateLimit: true,
  errors: ['cross_site_request'],
  access: { put: ['PasskeyChallenge'] },
});

export const response = PasskeyOptionsResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { KeyReroll } from './requests.ts';
import { KeySecretResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'keys.reroll',
  route: 'POST /v1/keys/{id}/reroll',
  summary: 'Roll an API key',
  description:
    'Replace the secret of one of your own API keys. A session requires a sign-in within the last ten minutes. With `overlap_seconds`, the previous secrets remain valid for that time.',
  permissions: ['keys:write'],
  showsSecret: true,
  body: KeyReroll,
  errors: ['recent_sign_in_required', 'key_expired', 'application_key', 'other_users_key'],
  access: { get: ['AgentUsage'], put: ['ApiKey'] },
  example: { params: { id: 'key_01K00000000000000000000001' }, body: { overlap_seconds: 3600 } },
});

export const response = KeySecretResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { KeyReroll } from '../keys/requests.ts';
import { StageKeySecretResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'stage-keys.reroll',
  route: 'POST /v1/stage-keys/{id}/reroll',
  summary: 'Roll a stage key',
  description:
    'Replace the secret of a stage key whose rights yours has too. With `overlap_seconds`, the previous secrets remain valid for that time.',
  permissions: ['stage_keys:write'],
  stage: true,
  showsSecret: true,
  body: KeyReroll,
  errors: ['key_expired', 'too_many_secrets'],
  access: { put: ['ApiKey'] },
  example: { params: { id: 'skey_01K00000000000000000000001' }, body: { overlap_seconds: 3600 } },
});

export const response = StageKeySecretResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { SandboxPostResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'sandbox.get-post',
  route: 'GET /v1/sandbox/posts/{id}',
  summary: 'Retrieve a sandbox post',
  description:
    'Return a post of a sandbox account. The `url` of its target links here. The URL cannot be guessed; no access token is required. The post expires after 90 days. Returns HTML, or JSON if `Accept` prefers it.',
  permissions: 'none',
  audience: 'client',
  contentTypes: ['text/html', 'application/json'],
  access: { get: ['SandboxPost'] },
  example: { params: { id: 'sbx_01K00000000000000000000000' } },
});

export const response = SandboxPostResponse;

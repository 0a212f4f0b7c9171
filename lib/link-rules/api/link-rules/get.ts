import { defineOperation } from '../../../core/api/define-operation.ts';
import { LinkRuleResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'link-rules.get',
  route: 'GET /v1/link-rules/{id}',
  summary: 'Retrieve a link rule',
  description: 'Return a link rule.',
  permissions: ['content:read'],
  access: { get: ['LinkRules', 'Label'] },
  example: { params: { id: 'lnk_01K00000000000000000000000' } },
});

export const response = LinkRuleResponse;

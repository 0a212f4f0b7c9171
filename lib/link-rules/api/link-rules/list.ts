import { defineOperation } from '../../../core/api/define-operation.ts';
import { LinkRuleListResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'link-rules.list',
  route: 'GET /v1/link-rules',
  summary: 'List link rules',
  description:
    'Return all rules that add UTM parameters to the URLs of posts, oldest first. A workspace has at most 50. See [docs/links.md](links.md).',
  permissions: ['content:read'],
  access: { get: ['LinkRules', 'Label'] },
});

export const response = LinkRuleListResponse;

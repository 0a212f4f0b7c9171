import { defineOperation } from '../../../core/api/define-operation.ts';
import { LinkRuleInput } from './requests.ts';
import { LinkRuleResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'link-rules.update',
  route: 'PUT /v1/link-rules/{id}',
  summary: 'Replace a link rule',
  description:
    'Replace all fields of a link rule. Items that are scheduled or submitted keep their URLs until they are edited.',
  permissions: ['content:publish'],
  body: LinkRuleInput,
  errors: ['link_rule_limit', 'label_limit'],
  access: {
    get: ['LinkRules', 'Label', 'LabelName'],
    put: ['LinkRules', 'Label', 'LabelName'],
    add: ['Counter'],
  },
  example: {
    params: { id: 'lnk_01K00000000000000000000000' },
    body: { scope: 'platform', platform: 'linkedin', parameters: { utm_medium: 'organic' } },
  },
});

export const response = LinkRuleResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { LinkRuleInput } from './requests.ts';
import { LinkRuleResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'link-rules.create',
  route: 'POST /v1/link-rules',
  summary: 'Create a link rule',
  description:
    'Create a rule that adds UTM parameters to the URLs of posts when they are scheduled or submitted for approval. A parameter that a URL has already is neither changed nor added again. Items that are scheduled or submitted keep their URLs until they are edited.',
  permissions: ['content:publish'],
  location: true,
  body: LinkRuleInput,
  status: 201,
  errors: ['link_rule_limit', 'label_limit'],
  access: {
    get: ['LinkRules', 'Label', 'LabelName'],
    put: ['LinkRules', 'Label', 'LabelName'],
    add: ['Counter'],
  },
  example: {
    body: {
      scope: 'workspace',
      hosts: ['example.com'],
      parameters: { utm_source: '{platform}', utm_medium: 'social' },
    },
  },
});

export const response = LinkRuleResponse;

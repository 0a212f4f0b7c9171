import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Rules that add UTM parameters to the URLs of posts.',
  group: ['Content', 5],
  path: {
    id: ['The id of the link rule.', 'lnk_01K00000000000000000000000'],
  },
  schemaNames: {
    'LinkRule.parameters': 'LinkRuleParameters',
    'LinkRule.scope': 'LinkRuleScope',
  },
});

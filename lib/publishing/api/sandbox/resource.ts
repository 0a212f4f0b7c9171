import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Posts of sandbox accounts.',
  group: ['Accounts', 4],
  path: {
    id: ['The id of the sandbox post.', 'sbx_01K00000000000000000000000'],
  },
});

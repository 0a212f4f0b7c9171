import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  template_id: {
    of: { duplicate_name: 'the id of the template with this name.' },
    example: 'tpl_01K00000000000000000000000',
  },
});

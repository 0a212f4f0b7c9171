import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  content_id: {
    of: { duplicate_content: 'the id of the item that has the same content.' },
    example: 'cnt_01K00000000000000000000000',
  },
});

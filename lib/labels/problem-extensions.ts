import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  label_id: {
    of: { duplicate_name: 'the id of the label or campaign with this name.' },
    example: 'lbl_01K00000000000000000000000',
  },
});

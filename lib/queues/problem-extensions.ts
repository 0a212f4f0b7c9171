import { integer } from '../core/api/response-fields.ts';
import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  queue_id: {
    of: { duplicate_name: 'the id of the queue with this name.' },
    example: 'que_01K00000000000000000000000',
  },
  queued: { of: { queue_not_empty: 'how many posts wait in the queue.' }, schema: integer(), example: 3 },
});

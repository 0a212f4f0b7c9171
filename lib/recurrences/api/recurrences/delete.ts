import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const DeleteQuery = z.strictObject({
  upcoming: z.optional(z.enum(['delete', 'keep'])).check(z.meta({ description: '`delete`, the default: delete the upcoming items that are unchanged. `keep`: keep all upcoming items; they are published as planned.', examples: ['delete'] })),
});

export const operation = defineOperation({
  id: 'recurrences.delete',
  route: 'DELETE /v1/recurrences/{id}',
  summary: 'Delete a recurrence',
  description:
    'Delete a recurrence. With it, the upcoming items that are unchanged since they were made are deleted within seconds, unless `upcoming=keep`: without it, the request requires the permissions `content:write` and `content:read` too. Published posts stay.',
  permissions: ['schedule:write'],
  query: DeleteQuery,
  access: {
    get: ['Recurrence', 'Content'],
    list: ['RecurrenceOccurrence'],
    put: ['Recurrence', 'Tombstone'],
    add: ['Counter', 'MediaAsset'],
    remove: ['Recurrence'],
  },
  example: { params: { id: 'rec_01K00000000000000000000001' }, query: { upcoming: 'delete' } },
});

export const response = DeletedResponse;

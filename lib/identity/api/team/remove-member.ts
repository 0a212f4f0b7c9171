import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse, lazyObject } from '../../../core/api/response-fields.ts';

const id = (example: string) => z.string().check(z.meta({ description: 'Its id.', examples: [example] }));
const name = () =>
  z.nullable(z.string()).check(z.meta({ description: 'Its name. Null for none.', examples: ['Weekly tip'] }));

// biome-ignore format: one field per line.
export const MemberRemovedResponse = /* @__PURE__ */ lazyObject(() => ({
  ...DeletedResponse().shape,
  recurrences: z.array(z.strictObject({ id: id('rec_01K00000000000000000000000'), name: name() })).check(z.describe('The recurrences that the member created. They go on: an owner takes them over with `PUT /recurrences/{id}`, or deletes them.')),
  imports: z.array(z.strictObject({ id: id('rec_01K00000000000000000000000'), name: name() })).check(z.describe('The imports of the member that are at work. They continue until their last row.')),
  review_links: z.array(z.strictObject({ id: id('rvl_01K00000000000000000000000'), content_id: z.string() })).check(z.describe('The review links of the member that still work, of the last 100. They can only be used to comment.')),
}));

export const operation = defineOperation({
  id: 'team.remove-member',
  route: 'DELETE /v1/team/members/{id}',
  summary: 'Remove a member',
  description:
    'Remove the member from the workspace. Their API keys, tokens and open invitations are revoked. The response names what goes on: `recurrences`, `imports` and `review_links`. If the member has created recurrences, an email tells the owners. The last owner cannot be removed.',
  permissions: ['team:write'],
  errors: ['owner_required', 'last_owner'],
  access: {
    get: ['Counter', 'ReviewLink'],
    list: ['Member', 'Recurrence', 'Import'],
    indexes: ['by_parent'],
    put: ['Tombstone'],
    add: ['Counter'],
    remove: ['Member', 'EmailReservation'],
  },
  example: { params: { id: 'usr_01K00000000000000000000002' } },
});

export const response = MemberRemovedResponse;

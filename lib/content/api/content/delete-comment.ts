import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'content.delete-comment',
  route: 'DELETE /v1/content/{id}/comments/{comment_id}',
  summary: 'Delete a review comment',
  description: 'Delete a comment. Only the author, an owner or an admin can delete a comment.',
  permissions: ['content:write', 'content:approve'],
  errors: ['other_users_comment'],
  access: { get: ['ReviewComment'], put: ['Tombstone'], remove: ['ReviewComment'], add: ['Counter'] },
  example: { params: { id: 'cnt_01K00000000000000000000000', comment_id: 'cmt_01K00000000000000000000000' } },
});

export const response = DeletedResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'media.delete',
  route: 'DELETE /v1/media/{id}',
  summary: 'Delete a media file',
  description:
    'Delete a media file. The request fails if a content item references the file. URLs of the file stop working within seconds.',
  permissions: ['content:write'],
  portals: true,
  errors: ['media_in_use'],
  access: { get: ['MediaAsset'], put: ['Tombstone'], add: ['Counter'], remove: ['MediaAsset'] },
  example: { params: { id: 'med_01K00000000000000000000001' } },
});

export const response = DeletedResponse;

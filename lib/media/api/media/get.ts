import { defineOperation } from '../../../core/api/define-operation.ts';
import { MediaResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'media.get',
  route: 'GET /v1/media/{id}',
  summary: 'Retrieve a media file',
  description:
    'Return a media file with a URL that expires within an hour. If the status is `uploading` and you have the permission `content:write`, also returns a new presigned `upload`.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  signsMediaUrls: ['uploads', 'files'],
  access: { get: ['MediaAsset'] },
  example: { params: { id: 'med_01K00000000000000000000000' } },
});

export const response = MediaResponse;

import { defineOperation } from '../../../core/api/define-operation.ts';
import { MediaResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'media.get',
  route: 'GET /v1/media/{id}',
  summary: 'Retrieve a media file',
  description:
    'Return a file of the media library with a URL that is valid for at most an hour. While the status is `uploading`, a caller with `content:write` also receives a new presigned `upload`.',
  permissions: ['content:read'],
  signsMediaUrls: ['uploads', 'files'],
  access: { get: ['MediaAsset'] },
  example: { params: { id: 'med_01K00000000000000000000000' } },
});

export const response = MediaResponse;

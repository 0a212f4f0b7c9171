import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { MediaResponse } from './responses.ts';

export const MediaListResponse = /* @__PURE__ */ listResponse('media', MediaResponse, 'media files');

export const operation = defineOperation({
  id: 'media.list',
  route: 'GET /v1/media',
  summary: 'List media files',
  description: 'Return the files of the media library, newest first. `upload` is null in lists.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  signsMediaUrls: ['files'],
  query: PageQuery,
  access: { list: ['MediaAsset'] },
});

export const response = MediaListResponse;

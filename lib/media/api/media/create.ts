import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { publicUrl } from '../../../core/api/request-fields.ts';
import { MAX_UPLOAD_BYTES } from '../../rules/media-asset.ts';
import { MediaResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const MediaCreate = z
  .strictObject({
    size_bytes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_UPLOAD_BYTES))).check(z.meta({ description: 'The exact size of the file that you will upload, at most 536,870,912 bytes.', examples: [48213] })),
    url: z.optional(publicUrl).check(z.meta({ description: 'A public https URL from which the service fetches the file.', examples: ['https://images.example.com/summer.jpg'] })),
  })
  .check(
    z.refine(
      ({ size_bytes, url }) => (size_bytes === undefined) !== (url === undefined),
      'Must contain either size_bytes or url.',
    ),
    z.meta({ minProperties: 1, maxProperties: 1 }),
  );

export const operation = defineOperation({
  id: 'media.create',
  route: 'POST /v1/media',
  summary: 'Add a file to the media library',
  description:
    'Add an image or a video. To upload a file, send `size_bytes`: the response contains a presigned `upload`. Send the file to its URL within an hour, with the given method and headers. To import a file, send its `url`. The service then inspects the file and removes its location and personal metadata. The status becomes `ready` or `rejected`; subscribe to `media.ready` and `media.failed`. Files that no content item references are deleted after 30 days.',
  permissions: ['content:write'],
  agents: true,
  portals: true,
  showsSecret: true,
  signsMediaUrls: ['uploads'],
  location: true,
  body: MediaCreate,
  status: 201,
  errors: ['storage_quota_exceeded'],
  access: { put: ['MediaAsset'], add: ['AgentUsage', 'Counter'] },
  example: { body: { size_bytes: 48_213 } },
});

export const response = MediaResponse;

import { integer } from '../core/api/response-fields.ts';
import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  reference_count: {
    of: { media_in_use: 'how many content items reference the file.' },
    schema: integer(),
    example: 2,
  },
  used_bytes: {
    of: { storage_quota_exceeded: 'the bytes of the media library.' },
    schema: integer(),
    example: 10_737_000_000,
  },
  quota_bytes: {
    of: { storage_quota_exceeded: 'the most bytes that it can have.' },
    schema: integer(),
    example: 10_737_418_240,
  },
});

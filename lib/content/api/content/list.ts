import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, pageFields, platform, timeParameter } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { APPROVAL_STATUSES } from '../../rules/approval.ts';
import { CONTENT_STATUSES } from '../../rules/content.ts';
import { contentSummary, ThumbnailResponse } from './responses.ts';

export const ContentQuery = z.strictObject({
  ...pageFields,
  status: z.optional(z.enum(CONTENT_STATUSES)),
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
});

// biome-ignore format: one field per line.
export const ContentListResponse = /* @__PURE__ */ listResponse(
  'data',
  () =>
    z.object({
      ...contentSummary(),
      approval_status: z.nullable(z.enum(APPROVAL_STATUSES)).check(z.meta({ description: 'The status of the approval. Null until the item is first submitted.', examples: ['pending_approval'] })),
      thumbnail: z.nullable(ThumbnailResponse()).check(z.describe('The first file of the item. Null if the item has no files.')),
    }),
  'content items',
);

export const operation = defineOperation({
  id: 'content.list',
  route: 'GET /v1/content',
  summary: 'List content items',
  description:
    'Return content items, newest first. Filter by creation time and by `status`, `platform` or `account_id`. With cursor pagination, pages remain complete while items are created and deleted.',
  permissions: ['content:read'],
  agents: true,
  query: ContentQuery,
  signsMediaUrls: ['files'],
  access: { get: ['Content'], list: ['Content'], indexes: ['by_status', 'by_category', 'by_parent'] },
  example: { query: { limit: '10' } },
});

export const response = ContentListResponse;

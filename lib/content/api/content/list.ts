import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, pageFields, textSchema, timeParameter } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { labelFields } from '../../../labels/api/labels/responses.ts';
import { labelFilters } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { CONTENT_STATUSES } from '../../rules/content.ts';
import { APPROVAL_STATUSES } from '../../rules/content-approval.ts';
import { HaltMark } from './halt-responses.ts';
import { contentSummary, ThumbnailResponse } from './responses.ts';

export const ContentQuery = z.strictObject({
  ...pageFields,
  status: z.optional(z.enum(CONTENT_STATUSES)),
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
  ...labelFilters,
  search: z.optional(textSchema(200)),
});

// biome-ignore format: one field per line.
export const ContentListResponse = /* @__PURE__ */ listResponse(
  'data',
  () =>
    z.object({
      ...contentSummary(),
      approval_status: z.nullable(z.enum(APPROVAL_STATUSES)).check(z.meta({ description: 'The status of the approval. Null until the item is first submitted.', examples: ['pending_approval'] })),
      ...labelFields(),
      halt: z.nullable(HaltMark()).check(z.meta({ description: 'The halt that stops a post of the item: it is not sent before publishing resumes. Null if none does.', examples: [null] })),
      thumbnail: z.nullable(ThumbnailResponse()).check(z.describe('The first file of the item. Null if the item has no files.')),
    }),
  'content items',
);

export const operation = defineOperation({
  id: 'content.list',
  route: 'GET /v1/content',
  summary: 'List content items',
  description:
    'Return content items, newest first. Filter by creation time and by `status`, `platform` or `account_id`, `label` and `campaign`. With cursor pagination, pages remain complete while items are created and deleted. `search` finds items by word prefix in title, texts, labels and campaign; each of its words must match. Exact matches of the first word come first, newest first, then longer words. A page of a search, or of `label` or `campaign` with another filter, reads at most 200 items, and those of at most 20 labels, so it can have fewer items than `limit` while `has_more` is true; such lists have no `page`.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  query: ContentQuery,
  signsMediaUrls: ['files'],
  access: {
    get: ['Content', 'Label', 'LabelName', 'WorkspaceSettings'],
    list: ['Content', 'ContentLabel', 'Label', 'SearchTerm'],
    indexes: ['by_status', 'by_category', 'by_parent'],
  },
  example: { query: { limit: '10' } },
});

export const response = ContentListResponse;

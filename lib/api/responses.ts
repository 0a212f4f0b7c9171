import * as z from 'zod';
import { CONTENT_STATUSES } from '../domain/content/content.ts';
import { ENTRY_STATUSES } from '../domain/content/schedule-entry.ts';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { problemExtensions } from './problem-extensions.ts';

// The shapes answered. `z.object` and not `strictObject`: a response may carry more than the reference
// lists, never fewer.

export const time = z.string().meta({ format: 'date-time' });
export const platform = z.enum(PLATFORMS);
export const permission = z.enum(PERMISSIONS);
export const count = z.number().int();

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: count,
  scope: z.string(),
});

export const VerifyResponse = z.object({
  valid: z.literal(true),
  user_id: z.string(),
  permissions: z.array(permission),
  workspace_id: z.string(),
  client_id: z.string(),
  plan: z.enum(['standard', 'enterprise']),
  expires_at: time,
});

export const PublishErrorResponse = z.object({
  code: z.string(),
  message: z.string(),
  category: z.enum(['auth', 'content', 'account', 'rate_limit', 'platform', 'system']),
  retryable: z.boolean(),
});

export const TargetResponse = z.object({
  platform,
  status: z.enum(ENTRY_STATUSES),
  schedule_id: z.string(),
  scheduled_at: time,
  published_at: time.nullable(),
  late_by_seconds: count.nullable(),
  platform_post_id: z.string().nullable(),
  url: z.string().nullable(),
  error: PublishErrorResponse.nullable(),
  next_check_at: time.nullable(),
});

const contentSummary = {
  id: z.string(),
  title: z.string(),
  status: z.enum(CONTENT_STATUSES),
  platforms: z.array(platform),
  scheduled_at: time.nullable(),
  created_at: time,
  updated_at: time,
};

export const ContentResponse = z.object({
  ...contentSummary,
  description: z.string().nullable(),
  media: z.array(z.object({ url: z.string(), type: z.enum(['image', 'video']), alt: z.string().optional() })),
  platform_options: z.partialRecord(platform, z.object({ text: z.string().optional() })),
  targets: z.array(TargetResponse),
});

export const ValidateResponse = z.object({
  valid: z.literal(true),
  platforms: z.array(
    z.object({
      platform,
      missing: z.array(z.object({ code: z.string(), detail: z.string() })),
      length: count,
      limit: count,
      estimated_cost_usd: z.number().nullable(),
    }),
  ),
  rules: z.array(
    z.object({
      platform,
      rule: z.string(),
      limit: count.optional(),
      accepts: z.array(z.string()).optional(),
      as_of: z.iso.date(),
      source: z.string(),
    }),
  ),
});

export const Pagination = z.object({
  page: count,
  per_page: count,
  total: count,
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
});

export const ContentListResponse = z.object({
  data: z.array(z.object(contentSummary)),
  pagination: Pagination,
});

export const DeletedResponse = z.object({ success: z.literal(true), message: z.string() });

export const EntryResponse = z.object({
  id: z.string(),
  content_id: z.string(),
  group_id: z.string(),
  platform,
  scheduled_at: time,
  status: z.enum(ENTRY_STATUSES),
  published_at: time.nullable(),
  late_by_seconds: count.nullable(),
  platform_post_id: z.string().nullable(),
  url: z.string().nullable(),
  error: PublishErrorResponse.nullable(),
});

export const ScheduleListResponse = z.object({
  scheduled_posts: z.array(EntryResponse),
  pagination: Pagination,
});

export const ScheduleCreateResponse = z.object({
  schedule_id: z.string(),
  status: z.literal('scheduled'),
  platforms: z.array(platform),
  content_id: z.string(),
  scheduled_at: time,
  group_id: z.string(),
  entries: z.array(EntryResponse),
});

export const EngagementsResponse = z.object({
  results: z.array(
    z.object({
      external_id: z
        .string()
        .nullable()
        .meta({ description: 'The submitted `external_id`. Null if it was not a string.' }),
      status: z.enum(['accepted', 'duplicate', 'rejected']),
      error: z
        .object({ code: z.string(), detail: z.string(), pointer: z.string() })
        .optional()
        .meta({ description: 'The first error. Only present if the engagement was rejected.' }),
    }),
  ),
});

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: count,
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  request_id: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({ pointer: z.string(), code: z.string(), detail: z.string(), platform: platform.optional() }),
    )
    .optional(),
  ...problemExtensions,
});

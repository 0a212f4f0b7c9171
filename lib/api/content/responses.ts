import * as z from 'zod';
import { CONTENT_STATUSES } from '../../domain/content/content.ts';
import { WARNING_CODES } from '../../domain/content/publish-failure-reasons.ts';
import { ENTRY_STATUSES } from '../../domain/content/schedule-entry.ts';
import { lazy } from '../lazy.ts';
import { integer, lazyObject, platformName, timestamp } from '../response-fields.ts';

export const PublishErrorResponse = lazyObject(() => ({
  code: z.string(),
  message: z.string(),
  category: z.enum(['auth', 'content', 'account', 'rate_limit', 'platform', 'system']),
  retryable: z.boolean(),
}));

export const TargetResponse = lazyObject(() => ({
  platform: platformName(),
  account_id: z.string().nullable(),
  sandbox: z.boolean(),
  status: z.enum(ENTRY_STATUSES),
  schedule_id: z.string(),
  scheduled_at: timestamp(),
  published_at: timestamp().nullable(),
  late_by_seconds: integer().nullable(),
  platform_post_id: z.string().nullable(),
  url: z.string().nullable(),
  error: PublishErrorResponse().nullable(),
  next_check_at: timestamp().nullable(),
}));

export const contentSummary = lazy(() => ({
  id: z.string(),
  title: z.string(),
  status: z.enum(CONTENT_STATUSES),
  platforms: z.array(platformName()),
  scheduled_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

/** A content item as events contain it: without warnings, which depend on the time of the request. */
export const ContentData = lazyObject(() => ({
  ...contentSummary(),
  description: z.string().nullable(),
  media: z.array(z.object({ url: z.string(), type: z.enum(['image', 'video']), alt: z.string().optional() })),
  accounts: z.array(z.string()),
  platform_options: z.partialRecord(platformName(), z.object({ text: z.string().optional() })),
  sandbox: z.boolean(),
  targets: z.array(TargetResponse()),
}));

export const WarningResponse = lazyObject(() => ({
  code: z.enum(WARNING_CODES),
  platform: platformName(),
  account_id: z.string().nullable(),
  detail: z.string(),
}));

export const ContentResponse = lazyObject(() => ({ ...ContentData().shape, warnings: z.array(WarningResponse()) }));

import * as z from 'zod/mini';
import { integer, lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';
import { ENTRY_STATUSES } from '../../rules/schedule-entry.ts';
import { PublishErrorResponse } from '../content/responses.ts';

export const EntryResponse = lazyObject(() => ({
  id: z.string(),
  content_id: z.string(),
  title: z.nullable(z.string()),
  group_id: z.string(),
  platform: platformName(),
  account_id: z.nullable(z.string()),
  sandbox: z.boolean(),
  scheduled_at: timestamp(),
  status: z.enum(ENTRY_STATUSES),
  published_at: z.nullable(timestamp()),
  late_by_seconds: z.nullable(integer()),
  platform_post_id: z.nullable(z.string()),
  url: z.nullable(z.string()),
  error: z.nullable(PublishErrorResponse()),
}));

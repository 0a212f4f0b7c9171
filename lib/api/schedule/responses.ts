import * as z from 'zod';
import { ENTRY_STATUSES } from '../../domain/content/schedule-entry.ts';
import { PublishErrorResponse } from '../content/responses.ts';
import { integer, lazyObject, platformName, timestamp } from '../response-fields.ts';

export const EntryResponse = lazyObject(() => ({
  id: z.string(),
  content_id: z.string(),
  group_id: z.string(),
  platform: platformName(),
  account_id: z.string().nullable(),
  sandbox: z.boolean(),
  scheduled_at: timestamp(),
  status: z.enum(ENTRY_STATUSES),
  published_at: timestamp().nullable(),
  late_by_seconds: integer().nullable(),
  platform_post_id: z.string().nullable(),
  url: z.string().nullable(),
  error: PublishErrorResponse().nullable(),
}));

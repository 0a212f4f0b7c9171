import * as z from 'zod/mini';
import { DeletedResponse, integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { PLATFORMS } from '../../../platforms/facts/platform.ts';
import { ACCOUNT_STATUSES, RECONNECT_REASONS } from '../../rules/account.ts';

export const AccountResponse = lazyObject(() => ({
  id: z.string(),
  platform: z.enum(PLATFORMS),
  external_id: z.string(),
  name: z.string(),
  is_default: z.boolean(),
  sandbox: z.boolean(),
  handle: z.nullable(z.string()),
  server: z.nullable(z.string()),
  status: z.enum(ACCOUNT_STATUSES),
  reconnect_reason: z.nullable(z.enum(RECONNECT_REASONS)),
  token_expires_at: z.nullable(timestamp()),
  is_refreshable: z.boolean(),
  refreshed_at: z.nullable(timestamp()),
  inbound_url: z.nullable(z.string()),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

export const AccountDeletedResponse = lazyObject(() => ({
  ...DeletedResponse().shape,
  cancelled_entries: integer(),
  cancelled_entries_is_capped: z.boolean(),
}));

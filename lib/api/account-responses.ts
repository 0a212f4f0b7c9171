import * as z from 'zod';
import { ACCOUNT_STATUSES, RECONNECT_REASONS } from '../domain/accounts/account.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { Pagination } from './responses.ts';

const time = z.string().meta({ format: 'date-time' });

export const AccountResponse = z.object({
  id: z.string(),
  platform: z.enum(PLATFORMS),
  external_id: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  reconnect_reason: z.enum(RECONNECT_REASONS).nullable(),
  token_expires_at: time.nullable(),
  is_refreshable: z.boolean(),
  refreshed_at: time.nullable(),
  inbound_url: z.string().nullable(),
  created_at: time,
  updated_at: time,
});

export const AccountListResponse = z.object({ accounts: z.array(AccountResponse), pagination: Pagination });

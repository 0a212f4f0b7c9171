import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';
import { CONNECT_ERRORS, type ConnectErrorCode } from '../../rules/connect/connect-errors.ts';
import { CONNECT_STATUSES } from '../../rules/connect/connect-flow.ts';
import { AccountResponse } from '../accounts/responses.ts';

const ERROR_CODES = Object.keys(CONNECT_ERRORS) as [ConnectErrorCode, ...ConnectErrorCode[]];

export const ConnectStartResponse = lazyObject(() => ({
  id: z.string(),
  platform: platformName(),
  status: z.literal('pending'),
  url: z.string(),
  created_at: timestamp(),
  expires_at: timestamp(),
}));

export const ConnectResponse = lazyObject(() => ({
  id: z.string(),
  platform: platformName(),
  status: z.enum(CONNECT_STATUSES),
  account: z.nullable(AccountResponse()),
  accounts: z.array(z.object({ external_id: z.string(), name: z.string() })),
  error: z.nullable(z.object({ code: z.enum(ERROR_CODES), message: z.string() })),
  created_at: timestamp(),
  expires_at: timestamp(),
}));

/** A client of RFC 7591, which this API does not describe further. */
export const ClientMetadataResponse = lazy(() => z.record(z.string(), z.unknown()));

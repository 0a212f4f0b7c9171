import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { CONNECT_ERRORS, type ConnectErrorCode } from '../../rules/connect/connect-errors.ts';
import { CONNECT_STATUSES } from '../../rules/connect/connect-flow.ts';
import { AccountResponse } from '../accounts/responses.ts';

const ERROR_CODES = Object.keys(CONNECT_ERRORS) as [ConnectErrorCode, ...ConnectErrorCode[]];

// biome-ignore format: one field per line.
export const ConnectStartResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the connection.', examples: ['con_01K00000000000000000000000'] })),
  platform: platformName(),
  status: z.literal('pending').check(z.describe('`pending`: waiting for the user.')),
  url: z.string().check(z.meta({ description: 'The start page, which names your workspace and continues to the platform. Valid until `expires_at`, and in the first browser that continues.', examples: ['https://d111111abcdef8.cloudfront.net/v1/auth/connect?token=the-token'] })),
  created_at: timestamp(),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the connection expires.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

// biome-ignore format: one field per line.
export const ConnectResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the connection.', examples: ['con_01K00000000000000000000000'] })),
  platform: platformName(),
  status: z.enum(CONNECT_STATUSES).check(z.meta({ description: '`pending`: waiting for the user. `selecting`: waiting for the selection of one of `accounts`. `expired`: not completed within ten minutes.', examples: ['connected'] })),
  account: z.nullable(AccountResponse()).check(z.describe('The connected account. Null until it is connected and after it is deleted.')),
  accounts: z.array(z.object({
    external_id: z.string().check(z.meta({ description: 'The id of the account on the platform.', examples: ['urn:li:organization:1000000002'] })),
    name: z.string().check(z.meta({ description: 'The name of the account on the platform.', examples: ['Acme Inc.'] })),
  })).check(z.meta({ description: 'The accounts to select from. Empty unless the status is `selecting` and you can select one with `POST /connect/{id}/select`.', examples: [[]] })),
  error: z.nullable(z.object({
    code: z.enum(ERROR_CODES).check(z.describe('Machine-readable error code.')),
    message: z.string(),
  })).check(z.meta({ description: 'The error if the connection failed or expired. Null otherwise.', examples: [null] })),
  created_at: timestamp(),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the connection expires.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

/** A client of RFC 7591, which this API does not describe further. */
export const ClientMetadataResponse = lazy(() => z.record(z.string(), z.unknown()));

import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { platform, printable } from '../../../core/api/request-fields.ts';
import { findConnectionErrors } from '../../../platforms/facts/connection-rules.ts';
import { accountName } from './requests.ts';
import { AccountResponse } from './responses.ts';

// All four secrets together stay below the 4 KiB limit of KMS encryption.
const secret = printable;

export const AccountCreate = z
  .strictObject({
    platform,
    sandbox: z.optional(z.boolean()),
    external_id: z.optional(z.string().check(z.maxLength(100))),
    name: z.optional(accountName),
    access_token: z.optional(secret(2000)),
    app_password: z.optional(secret(200)),
    refresh_token: z.optional(secret(1000)),
    expires_in: z
      .optional(z.int().check(z.minimum(1), z.maximum(400 * 86_400)))
      .check(z.describe('Number of seconds until the access token expires, as reported by the platform.')),
    client_id: z.optional(secret(200)),
    client_secret: z.optional(secret(400)),
    inbound: z.optional(
      z.strictObject({
        secret: secret(400),
        verify_token: z.optional(secret(400).check(z.minLength(16, 'Must be at least 16 characters.'))),
      }),
    ),
  })
  .check(
    z.superRefine((input, { addIssue }) => {
      for (const error of findConnectionErrors(input)) addIssue({ code: 'custom', ...error });
    }),
  );

/** A valid body. */
export type AccountCreate = z.infer<typeof AccountCreate>;

export const operation = defineOperation({
  id: 'accounts.create',
  route: 'POST /v1/accounts',
  summary: 'Connect a platform account',
  description:
    'Connect an account with its platform credentials: the tokens that the platform has issued, or on Bluesky an app password, which is exchanged for tokens at the server of the account and not stored. Sending an `external_id` that is already connected replaces the credentials and keeps the id: use this to reconnect an account. A workspace can have several accounts of a platform; the first is the default. With `sandbox: true`, the account needs no credentials and publishes into the service itself.',
  permissions: ['accounts:write'],
  rateLimitBeforeHandler: true,
  // Three requests to the servers of an account.
  timeoutSeconds: 29,
  location: true,
  body: AccountCreate,
  status: 201,
  errors: ['temporarily_unavailable'],
  access: {
    get: ['Account', 'AccountReservation', 'DefaultAccount'],
    put: ['Account', 'AccountReservation', 'DefaultAccount', 'InboundAccount'],
    kms: { encrypt: ['Account', 'InboundAccount'] },
  },
  example: { body: { platform: 'twitter', external_id: '1000000001', access_token: 'simulator-x', expires_in: 7200 } },
});

export const response = AccountResponse;

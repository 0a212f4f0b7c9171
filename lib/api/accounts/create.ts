import * as z from 'zod';
import { findConnectionErrors } from '../../platforms/connection-rules.ts';
import { defineOperation } from '../define-operation.ts';
import { platform, printable } from '../request-fields.ts';
import { accountName } from './requests.ts';
import { AccountResponse } from './responses.ts';

// All four secrets together stay below the 4 KiB limit of KMS encryption.
const secret = printable;

export const AccountCreate = z
  .strictObject({
    platform,
    sandbox: z.boolean().optional(),
    external_id: z.string().max(100).optional(),
    name: accountName.optional(),
    access_token: secret(2000).optional(),
    app_password: secret(200).optional(),
    refresh_token: secret(1000).optional(),
    expires_in: z
      .int()
      .min(1)
      .max(400 * 86_400)
      .optional()
      .describe('Number of seconds until the access token expires, as reported by the platform.'),
    client_id: secret(200).optional(),
    client_secret: secret(400).optional(),
    inbound: z
      .strictObject({
        secret: secret(400),
        verify_token: secret(400).min(16, 'Must be at least 16 characters.').optional(),
      })
      .optional(),
  })
  .superRefine((input, { addIssue }) => {
    for (const error of findConnectionErrors(input)) addIssue({ code: 'custom', ...error });
  });

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

import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, permissionName, timestamp } from '../../../core/api/response-fields.ts';

const keyFields = lazy(() => ({
  id: z.string(),
  client_id: z.string().check(z.describe('Identical to `id`. Use it in token requests.')),
  name: z.string(),
  user_id: z.string().check(z.describe('The id of the user who created the API key.')),
  status: z.enum(['active', 'expired']),
  permissions: z.array(permissionName()),
  allowed_ips: z
    .array(z.string())
    .check(
      z.describe('IP addresses and CIDR blocks the API key can be used from. Empty if it can be used from anywhere.'),
    ),
  hourly_limit: z.nullable(integer()),
  expires_at: z.nullable(timestamp()),
  last_used_at: z
    .nullable(timestamp())
    .check(z.describe('Time the API key was last used, accurate to five minutes. Null if it was never used.')),
  created_at: timestamp(),
  rerolled_at: z.nullable(timestamp()),
  previous_secret_expires_at: z
    .nullable(timestamp())
    .check(z.describe('Time until which a previous secret remains valid. Null if none is.')),
}));

export const KeyResponse = lazy(() => z.object(keyFields()));

export const KeySecretResponse = lazyObject(() => ({
  ...keyFields(),
  client_secret: z.string().check(z.describe('The client secret. Returned once; only its hash is stored.')),
}));

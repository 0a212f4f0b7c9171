import * as z from 'zod';
import { count, Pagination, permission, time } from './responses.ts';

const key = {
  id: z.string(),
  client_id: z.string().meta({ description: 'Identical to `id`. Use it in token requests.' }),
  name: z.string(),
  user_id: z.string().meta({ description: 'The id of the user who created the API key.' }),
  status: z.enum(['active', 'expired']),
  permissions: z.array(permission),
  allowed_ips: z.array(z.string()).meta({
    description:
      'IP addresses and CIDR blocks the API key can be used from. Empty if it can be used from anywhere.',
  }),
  hourly_limit: count.nullable(),
  expires_at: time.nullable(),
  last_used_at: time.nullable().meta({
    description: 'Time the API key was last used, accurate to five minutes. Null if it was never used.',
  }),
  created_at: time,
  rerolled_at: time.nullable(),
  previous_secret_expires_at: time
    .nullable()
    .meta({ description: 'Time until which a previous secret remains valid. Null if none is.' }),
};

export const KeyResponse = z.object(key);

export const KeySecretResponse = z.object({
  ...key,
  client_secret: z
    .string()
    .meta({ description: 'The client secret. Returned once; only its hash is stored.' }),
});

export const KeyListResponse = z.object({ keys: z.array(KeyResponse), pagination: Pagination });

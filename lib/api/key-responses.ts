import * as z from 'zod';
import { count, Pagination, permission, time } from './responses.ts';

const key = {
  id: z.string(),
  client_id: z
    .string()
    .meta({ description: 'The same as the id, under the name a token request has for it.' }),
  name: z.string(),
  user_id: z.string().meta({ description: 'Whose key it is: who made it.' }),
  status: z.enum(['active', 'expired']),
  permissions: z.array(permission),
  allowed_ips: z.array(z.string()).meta({ description: 'None: from anywhere.' }),
  hourly_limit: count.nullable(),
  expires_at: time.nullable(),
  last_used_at: time.nullable().meta({
    description: 'A use within five minutes of the one before is not written down. Null: never.',
  }),
  created_at: time,
  rerolled_at: time.nullable(),
  previous_secret_expires_at: time
    .nullable()
    .meta({ description: 'Until then a secret of before is taken too. Null: none is.' }),
};

export const KeyResponse = z.object(key);

export const KeySecretResponse = z.object({
  ...key,
  client_secret: z.string().meta({ description: 'Shown this once: only its hash is kept.' }),
});

export const KeyListResponse = z.object({ keys: z.array(KeyResponse), pagination: Pagination });

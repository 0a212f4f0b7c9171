import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject, permissionName, timestamp } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
const keyFields = lazy(() => ({
  id: z.string().check(z.meta({ description: 'The id of the stage key. Identical to `client_id`.', examples: ['skey_01K00000000000000000000000'] })),
  client_id: z.string().check(z.meta({ description: 'Identical to `id`. Use it in token requests.', examples: ['skey_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'A name for the stage key.', examples: ['Production'] })),
  status: z.enum(['active', 'expired']),
  permissions: z.array(permissionName()),
  workspaces: z.union([z.literal('*'), z.array(z.string())]).check(z.meta({ description: 'The ids of the only workspaces that the stage key may name. `*`: all workspaces of the stage.', examples: ['*'] })),
  allowed_ips: z.array(z.string()).check(z.meta({ description: 'IP addresses and CIDR blocks from which the stage key can be used. Empty if there is no restriction.', examples: [['192.0.2.0/24']] })),
  expires_at: z.nullable(timestamp()),
  last_used_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the stage key was last used, accurate to five minutes. Null if it was never used.', examples: ['2026-11-20T09:30:00.000Z'] })),
  created_at: timestamp(),
  rerolled_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the secret was last replaced. Null if it was never replaced.', examples: ['2026-11-20T09:30:00.000Z'] })),
  previous_secret_expires_at: z.nullable(timestamp()).check(z.meta({ description: 'Time at which the last previous secret expires. Null if there is none.', examples: ['2026-11-21T09:30:00.000Z'] })),
}));

export const StageKeyResponse = lazy(() => z.object(keyFields()));

// biome-ignore format: one field per line.
export const StageKeySecretResponse = lazyObject(() => ({
  ...keyFields(),
  client_secret: z.string().check(z.meta({ description: 'The client secret. Returned once; only its hash is stored.', examples: ['the-secret-shown-once'] })),
}));

import * as z from 'zod/mini';
import { permissionName, timestamp } from '../../../core/api/response-fields.ts';

/** Build the schemas of the fields that API keys and stage keys both have. `noun`: what their descriptions call the key. */
export function credentialFields(noun: string, examples: { id: string; name: string }) {
  // biome-ignore format: one field per line.
  return {
    id: z.string().check(z.meta({ description: `The id of the ${noun}. Identical to \`client_id\`.`, examples: [examples.id] })),
    client_id: z.string().check(z.meta({ description: 'Identical to `id`. Use it in token requests.', examples: [examples.id] })),
    name: z.string().check(z.meta({ description: `A name for the ${noun}.`, examples: [examples.name] })),
    status: z.enum(['active', 'expired']),
    permissions: z.array(permissionName()),
    allowed_ips: z.array(z.string()).check(z.meta({ description: `IP addresses and CIDR blocks from which the ${noun} can be used. Empty if there is no restriction.`, examples: [['192.0.2.0/24']] })),
    expires_at: z.nullable(timestamp()),
    last_used_at: z.nullable(timestamp()).check(z.meta({ description: `Time the ${noun} was last used, accurate to five minutes. Null if it was never used.`, examples: ['2026-11-20T09:30:00.000Z'] })),
    created_at: timestamp(),
    rerolled_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the secret was last replaced. Null if it was never replaced.', examples: ['2026-11-20T09:30:00.000Z'] })),
    previous_secret_expires_at: z.nullable(timestamp()).check(z.meta({ description: 'Time at which the last previous secret expires. Null if there is none.', examples: ['2026-11-21T09:30:00.000Z'] })),
  };
}

/** Build the schema of the secret of a new key. */
export function clientSecret() {
  const description = 'The client secret. Returned once; only its hash is stored.';
  return z.string().check(z.meta({ description, examples: ['the-secret-shown-once'] }));
}

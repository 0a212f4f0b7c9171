import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const PasskeyResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the passkey.', examples: ['psk_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the passkey.', examples: ['Laptop'] })),
  created_at: timestamp(),
  last_used_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the last sign-in with the passkey. Null if it was never used.', examples: [null] })),
}));

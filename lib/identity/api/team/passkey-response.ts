import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const PasskeyResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the passkey.', examples: ['psk_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the passkey.', examples: ['Laptop'] })),
  created_at: timestamp(),
  fingerprint: z.nullable(z.string()).check(z.meta({ description: 'The SHA-256 of the public key (SubjectPublicKeyInfo) with which approvals of the passkey are verified, in hexadecimal. Null for a passkey that was added before approvals could be signed: it signs none.', examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
  last_used_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the last sign-in with the passkey. Null if it was never used.', examples: [null] })),
}));

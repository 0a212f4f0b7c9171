import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const PasskeyResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the passkey.', examples: ['psk_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the passkey.', examples: ['Laptop'] })),
  created_at: timestamp(),
  last_used_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the last sign-in with the passkey. Null if it was never used.', examples: [null] })),
}));

// biome-ignore format: one field per line.
export const PasskeyOptionsResponse = lazyObject(() => ({
  options: z.record(z.string(), z.unknown()).check(z.meta({ description: 'The WebAuthn options in JSON. Pass them to `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.', examples: [{ challenge: 'kq2mY0h3c1v8wR5tZ7uX9bA4dF6gJ2lN0pS3eI5oT8y' }] })),
}));

export const PasskeysResponse = lazyObject(() => ({
  passkeys: z.array(PasskeyResponse()).check(z.describe('All passkeys of the member.')),
}));

import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { PasskeyResponse } from '../team/passkey-response.ts';

// biome-ignore format: one field per line.
export const PasskeyOptionsResponse = lazyObject(() => ({
  options: z.record(z.string(), z.unknown()).check(z.meta({ description: 'The WebAuthn options in JSON. Pass them to `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.', examples: [{ challenge: 'kq2mY0h3c1v8wR5tZ7uX9bA4dF6gJ2lN0pS3eI5oT8y' }] })),
}));

export const PasskeysResponse = lazyObject(() => ({
  passkeys: z.array(PasskeyResponse()).check(z.describe('All passkeys of the member.')),
}));

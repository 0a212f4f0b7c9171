import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

export const PasskeyResponse = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  created_at: timestamp(),
  last_used_at: z.nullable(timestamp()),
}));

export const PasskeyOptionsResponse = lazyObject(() => ({ options: z.record(z.string(), z.unknown()) }));

export const PasskeysResponse = lazyObject(() => ({ passkeys: z.array(PasskeyResponse()) }));

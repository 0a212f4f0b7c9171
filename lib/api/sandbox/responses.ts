import * as z from 'zod/mini';
import { lazyObject, platformName, timestamp } from '../response-fields.ts';

/** A sandbox post as `GET /sandbox/posts/{id}` returns it in JSON. */
export const SandboxPostResponse = lazyObject(() => ({
  id: z.string(),
  sandbox: z.literal(true),
  platform: platformName(),
  text: z.string(),
  media: z.array(z.object({ url: z.string(), type: z.enum(['image', 'video']), alt: z.optional(z.string()) })),
  created_at: timestamp(),
}));

import * as z from 'zod/mini';
import { lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';

/** A sandbox post as `GET /sandbox/posts/{id}` returns it in JSON. */
export const SandboxPostResponse = lazyObject(() => ({
  id: z.string(),
  sandbox: z.literal(true),
  platform: platformName(),
  text: z.string(),
  media: z.array(z.object({ url: z.string(), type: z.enum(['image', 'video']), alt: z.optional(z.string()) })),
  reply_to: z.nullable(z.object({ kind: z.enum(['reply', 'comment']), root_id: z.string(), parent_id: z.string() })),
  created_at: timestamp(),
}));

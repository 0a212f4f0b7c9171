import * as z from 'zod/mini';
import { lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';

/** A sandbox post as `GET /sandbox/posts/{id}` returns it in JSON. */
// biome-ignore format: one field per line.
export const SandboxPostResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the sandbox post.', examples: ['sbx_01K00000000000000000000000'] })),
  sandbox: z.literal(true),
  platform: platformName(),
  text: z.string().check(z.meta({ description: 'The text of the post.', examples: ['Our summer campaign starts today.'] })),
  media: z.array(z.object({
    url: z.string().check(z.meta({ description: 'The URL of the media file. Must use https and a public host.', examples: ['https://media.example.com/a.jpg'] })),
    type: z.enum(['image', 'video']).check(z.meta({ description: 'The media type. Required with `url`; with `media_id`, it follows from the file.', examples: ['image'] })),
    alt: z.optional(z.string()),
  })),
  reply_to: z.nullable(z.object({
    kind: z.enum(['reply', 'comment']).check(z.meta({ description: '`reply`: a post of a thread. `comment`: a first comment.', examples: ['reply'] })),
    root_id: z.string().check(z.meta({ description: 'The id of the first post.', examples: ['sbx_01K00000000000000000000000'] })),
    parent_id: z.string().check(z.meta({ description: 'The id of the post that is answered.', examples: ['sbx_01K00000000000000000000000'] })),
  })).check(z.meta({ description: 'The posts that a part of a thread, or a first comment, answers. Null for a post of its own.', examples: [null] })),
  created_at: timestamp(),
}));

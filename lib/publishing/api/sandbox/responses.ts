import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';

/** A sandbox post as `GET /sandbox/posts/{id}` returns it in JSON. */
// biome-ignore format: one field per line.
export const SandboxPostResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the sandbox post.', examples: ['sbx_01K00000000000000000000000'] })),
  sandbox: z.literal(true),
  platform: platformName(),
  text: z.string().check(z.meta({ description: 'The text of the post.', examples: ['Our summer campaign starts today.'] })),
  media: z.array(z.object({
    url: z.string().check(z.meta({ description: 'The URL of the media file. Must use https and a public host.', examples: ['https://media.example.com/a.jpg'] })),
    type: z.enum(['image', 'video']).check(z.meta({ description: 'The media type. Required with `url`. With `media_id`, it is derived from the file.', examples: ['image'] })),
    alt: z.optional(z.string()),
  })),
  reply_to: z.nullable(z.object({
    kind: z.enum(['reply', 'comment']).check(z.meta({ description: '`reply`: a post of a thread. `comment`: a first comment.', examples: ['reply'] })),
    root_id: z.string().check(z.meta({ description: 'The id of the first post.', examples: ['sbx_01K00000000000000000000000'] })),
    parent_id: z.string().check(z.meta({ description: 'The id of the post that this post replies to.', examples: ['sbx_01K00000000000000000000000'] })),
  })).check(z.meta({ description: 'The posts that this post replies to. Null unless the post is part of a thread or a first comment.', examples: [null] })),
  created_at: timestamp(),
}));

import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const sessionFields = () => ({
  id: z.string().check(z.meta({ description: 'The id of the session.', examples: ['ses_01K00000000000000000000000'] })),
  created_at: timestamp().check(z.meta({ description: 'Time of the sign-in.', examples: ['2026-11-20T09:30:00.000Z'] })),
  last_used_at: timestamp().check(z.meta({ description: 'Time of the last use, to the hour.', examples: ['2026-11-20T11:30:00.000Z'] })),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the session expires without further use.', examples: ['2026-11-27T11:30:00.000Z'] })),
});

export const MemberSessionResponse = lazyObject(sessionFields);

/** A review link that a member has created and that still works. */
// biome-ignore format: one field per line.
export const MemberReviewLinkResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the link.', examples: ['rvl_01K00000000000000000000000'] })),
  content_id: z.string(),
  name: z.string().check(z.meta({ description: 'The name of the reviewer.', examples: ['Ada Example'] })),
  permission: z.enum(['comment', 'approve']).check(z.meta({ description: 'Whether the link only allows comments, or also decisions.', examples: ['approve'] })),
  status: z.enum(['active', 'comment_only']).check(z.meta({ description: '`comment_only`: the link may no longer decide, because the session or API key that created it has ended.', examples: ['active'] })),
  client_id: z.nullable(z.string()).check(z.meta({ description: 'The session or API key that created the link. Null for a link of an earlier version.', examples: ['ses_01K00000000000000000000000'] })),
  created_at: timestamp(),
  expires_at: timestamp(),
}));

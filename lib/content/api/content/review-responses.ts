import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { REVIEW_LINK_STATUSES, REVIEW_PERMISSIONS } from '../../rules/review/review-link.ts';
import { SAMPLE_REVIEW_TOKEN } from '../review/sample-token.ts';
import { ContentAgent } from './agent-responses.ts';

// biome-ignore format: one field per line.
export const ReviewCommentResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the comment.', examples: ['cmt_01K00000000000000000000000'] })),
  content_id: z.string(),
  author_id: z.string().check(z.meta({ description: 'The member who wrote the comment, the review link of an external reviewer, or `usr_00000000000000000000000000` for the product and its portals.', examples: ['usr_01K00000000000000000000000'] })),
  author_name: z.nullable(z.string()).check(z.meta({ description: 'The name of the external reviewer, or of the person in a portal. Null for a member.', examples: [null] })),
  agent: z.nullable(ContentAgent()).check(z.meta({ description: 'The agent key that wrote the comment; the member is responsible for it. Null for every other comment.', examples: [null] })),
  body: z.string().check(z.meta({ description: 'The text of the comment.', examples: ['Please name the source of the number.'] })),
  created_at: timestamp(),
}));

// biome-ignore format: one field per line.
export const ReviewLinkResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the link.', examples: ['rvl_01K00000000000000000000000'] })),
  content_id: z.string(),
  name: z.string().check(z.meta({ description: 'The name of the reviewer, shown with their comments and decisions.', examples: ['Ada Example'] })),
  permission: z.enum(REVIEW_PERMISSIONS).check(z.meta({ description: '`comment`: the reviewer can see the item and comment on it. `approve`: the reviewer can also approve the item or request changes.', examples: ['approve'] })),
  status: z.enum(REVIEW_LINK_STATUSES).check(z.meta({ description: 'The status of the link. `comment_only`: the link has the permission `approve`, but the session or API key that created it has ended, or its creator can no longer approve. `expired` and `revoked`: the link no longer works. Ending all sessions of its creator revokes a link.', examples: ['active'] })),
  created_by: z.string().check(z.meta({ description: 'The member who created the link. The reviewer decides on their behalf.', examples: ['usr_01K00000000000000000000000'] })),
  client_id: z.nullable(z.string()).check(z.meta({ description: 'The session or API key that created the link. Null for a link of an earlier version.', examples: ['ses_01K00000000000000000000000'] })),
  created_at: timestamp(),
  expires_at: timestamp(),
  revoked_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the link was revoked. Null if it was not revoked.', examples: [null] })),
  last_used_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the last comment or decision. Null if there is none.', examples: [null] })),
}));

/** A new link. Only this response has its url. */
// biome-ignore format: one field per line.
export const ReviewLinkUrlResponse = lazyObject(() => ({
  ...ReviewLinkResponse().shape,
  url: z.string().check(z.meta({ description: 'The URL of the review page. Returned only in this response.', examples: [`https://api.example.com/v1/review?token=${SAMPLE_REVIEW_TOKEN}`] })),
}));

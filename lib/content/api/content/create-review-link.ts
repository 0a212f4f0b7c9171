import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { PersonName, time } from '../../../core/api/request-fields.ts';
import { REVIEW_PERMISSIONS } from '../../rules/review/review-link.ts';
import { ReviewLinkUrlResponse } from './review-responses.ts';

// biome-ignore format: one field per line.
export const ReviewLinkCreate = z.strictObject({
  name: PersonName.check(
    z.describe('The name of the person who gets the link. Their comments and decisions carry it.'),
  ),
  permission: z.enum(REVIEW_PERMISSIONS).check(z.meta({ description: '`comment`: the reviewer can see the item and comment on it. `approve`: the reviewer can also approve the item or request changes.', examples: ['approve'] })),
  expires_at: z
    .optional(time)
    .check(z.describe('Time the link expires: at most 90 days ahead. Defaults to 14 days from now.')),
});

export const operation = defineOperation({
  id: 'content.create-review-link',
  route: 'POST /v1/content/{id}/review-links',
  summary: 'Create a review link',
  description:
    'Create a public review page; no account required. The reviewer sees the posts of the item and can comment on them. With the permission `approve`, the reviewer can also approve the item or request changes on your behalf. To create a link, you also need the permission `content:read`. To grant `approve`, you need the permission `content:approve`, and the workspace settings must allow you to decide about the item, both now and at the time of the decision. The link approves as long as the session or API key that created it is valid, and can only be used to comment after that. A session needs a sign-in within the last ten minutes to grant `approve`, and an API key with `allowed_ips` cannot grant it. The reviewer decides about the item as it is when they decide, so also about later versions. Of an item that an agent wrote a part of, only a link that was created with the access token of a session can approve, also if the agent did so later. The `url` is returned only in this response. It works for anyone who has it until the link expires or is revoked, or all sessions of its creator are ended.',
  permissions: ['content:write', 'content:approve'],
  showsSecret: true,
  body: ReviewLinkCreate,
  status: 201,
  errors: ['recent_sign_in_required', 'approval_not_permitted', 'review_link_limit'],
  access: {
    get: ['Content', 'WorkspaceSettings', 'Counter'],
    list: ['ReviewLink'],
    put: ['ReviewLink'],
    add: ['Counter'],
  },
  example: {
    params: { id: 'cnt_01K00000000000000000000000' },
    body: { name: 'Ada Example', permission: 'comment' },
  },
});

export const response = ReviewLinkUrlResponse;

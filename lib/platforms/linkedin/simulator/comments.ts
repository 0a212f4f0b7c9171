import { hmacSha256 } from '../../kit/simulator/hmac.ts';
import type { CommentWebhook } from '../../kit/simulator/simulated-platform.ts';

const CODE = '890e4665-4dfe-4ab1-b689-ed553bceeed0';

/** LinkedIn's organization social action notification for a comment. */
export const LINKEDIN_COMMENTS: CommentWebhook = {
  challenge: () => ({ challengeCode: CODE }),
  isAnswered: (responseBody, { secret }) => responseBody.includes(`"${hmacSha256(secret, CODE).digest('hex')}"`),
  payload: ({ account, postId, text, actor, id }, nowMs) => {
    const comment = { owner: `urn:li:person:${actor}`, text };
    const notification = {
      organizationalEntity: account,
      action: 'COMMENT',
      sourcePost: postId,
      generatedActivity: `urn:li:comment:(${postId},${id})`,
      decoratedGeneratedActivity: { comment },
      lastModifiedAt: nowMs,
    };
    return { type: 'ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS', notifications: [notification] };
  },
  signature: ({ secret }, body) => ({
    'x-li-signature': hmacSha256(secret, `hmacsha256=${body}`).digest('hex'),
  }),
};

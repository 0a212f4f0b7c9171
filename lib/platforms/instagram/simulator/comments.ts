import { hmacSha256 } from '../../kit/simulator/hmac.ts';
import type { CommentWebhook } from '../../kit/simulator/simulated-platform.ts';

const CHALLENGE = '1158201444';
/** The id of a commenter, which belongs to no registered account. */
const COMMENTER = '4242424242';

/** Meta's webhook for a comment. */
export const INSTAGRAM_COMMENTS: CommentWebhook = {
  challenge: ({ verifyToken }) => ({
    'hub.mode': 'subscribe',
    'hub.challenge': CHALLENGE,
    'hub.verify_token': verifyToken,
  }),
  isAnswered: (responseBody) => responseBody === CHALLENGE,
  payload: ({ account, postId, text, actor, id }, nowMs) => {
    const from = { id: COMMENTER, username: actor };
    const media = { id: postId, media_product_type: 'FEED' };
    const changes = [{ field: 'comments', value: { id, from, text, media } }];
    return { object: 'instagram', entry: [{ id: account, time: Math.floor(nowMs / 1000), changes }] };
  },
  signature: ({ secret }, body) => ({
    'x-hub-signature-256': `sha256=${hmacSha256(secret, body).digest('hex')}`,
  }),
};

import { hmacSha256 } from '../../kit/simulator/hmac.ts';
import type { CommentWebhook } from '../../kit/simulator/simulated-platform.ts';

const CODE = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
/** The id of a commenter, which belongs to no registered account. */
const COMMENTER = '4242424242';

/** X's Account Activity webhook for a reply. */
export const TWITTER_COMMENTS: CommentWebhook = {
  challenge: () => ({ crc_token: CODE, nonce: 'simulated' }),
  isAnswered: (responseBody, { secret }) =>
    responseBody.includes(`"sha256=${hmacSha256(secret, CODE).digest('base64')}"`),
  payload: ({ account, postId, text, actor, id }, nowMs) => {
    const user = { id_str: COMMENTER, screen_name: actor };
    const reply = { id_str: id, text, timestamp_ms: String(nowMs), in_reply_to_status_id_str: postId };
    return {
      for_user_id: account,
      tweet_create_events: [{ ...reply, user, entities: { user_mentions: [] } }],
    };
  },
  signature: ({ secret }, body) => ({
    'x-twitter-webhooks-signature': `sha256=${hmacSha256(secret, body).digest('base64')}`,
  }),
};

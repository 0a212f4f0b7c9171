import type { PostStore } from '../../kit/simulator/post-store.ts';
import { isObject, type SimulatedResponse, unknownField } from '../../kit/simulator/simulated-http.ts';
import { invalid, problem } from './errors.ts';

const FIELDS = ['in_reply_to_tweet_id', 'exclude_reply_user_ids'];

const DELETED_OR_HIDDEN = 'You attempted to reply to a Tweet that is deleted or not visible to you.';

/** Return the id of the post that a valid `reply` of a new post answers; nothing for none. */
export function answeredId(reply: unknown): { replyTo?: string } {
  return isObject(reply) ? { replyTo: String(reply.in_reply_to_tweet_id) } : {};
}

/** Build the error for an invalid `reply` of a new post; null for a valid one, and for none. */
export function replyObjection(store: PostStore, reply: unknown, account: string): SimulatedResponse | null {
  if (reply === undefined) return null;
  if (!isObject(reply)) return invalid('reply', '$.reply: must be an object');
  const unknown = unknownField(reply, FIELDS);
  if (unknown !== undefined) return invalid(`reply.${unknown}`, `$.reply.${unknown}: is not defined in the schema`);
  const { in_reply_to_tweet_id: parent } = reply;
  if (typeof parent !== 'string' || !/^[0-9]{1,19}$/.test(parent)) {
    return invalid('reply.in_reply_to_tweet_id', '$.reply.in_reply_to_tweet_id: does not match ^[0-9]{1,19}$');
  }
  // X rejects replies to posts of others that neither mention nor quote the author.
  const isOwn = store.findPost('twitter', parent)?.account === account;
  return isOwn ? null : problem(403, 'Forbidden', DELETED_OR_HIDDEN);
}

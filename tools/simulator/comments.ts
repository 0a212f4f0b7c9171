import { createHmac } from 'node:crypto';
import { isPlatform, PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import { type SimResponse, unknownField } from './exchange.ts';

const MEMBERS = ['platform', 'account', 'url', 'secret', 'verify_token', 'post_id', 'text', 'actor', 'id'];

interface Comment {
  account: string;
  secret: string;
  verifyToken: string;
  postId: string;
  text: string;
  actor: string;
  id: string;
}

/** How a platform asks an address whether it is the app's, what it then sends, and with which signature. */
interface Wire {
  question: (comment: Comment) => Record<string, string>;
  isAnswered: (text: string, comment: Comment) => boolean;
  payload: (comment: Comment, nowMs: number) => object;
  signature: (comment: Comment, body: string) => Record<string, string>;
}

const mac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
const CHALLENGE = '1158201444';
const CODE = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
// A commenter's id at the platform: nobody's account.
const SOMEBODY = '4242424242';

const WIRES: Record<Platform, Wire> = {
  instagram: {
    question: ({ verifyToken }) => ({
      'hub.mode': 'subscribe',
      'hub.challenge': CHALLENGE,
      'hub.verify_token': verifyToken,
    }),
    isAnswered: (text) => text === CHALLENGE,
    payload: ({ account, postId, text, actor, id }, nowMs) => {
      const from = { id: SOMEBODY, username: actor };
      const media = { id: postId, media_product_type: 'FEED' };
      const changes = [{ field: 'comments', value: { id, from, text, media } }];
      return { object: 'instagram', entry: [{ id: account, time: Math.floor(nowMs / 1000), changes }] };
    },
    signature: ({ secret }, body) => ({
      'x-hub-signature-256': `sha256=${mac(secret, body).digest('hex')}`,
    }),
  },
  twitter: {
    question: () => ({ crc_token: CODE, nonce: 'simulated' }),
    isAnswered: (text, { secret }) => text.includes(`"sha256=${mac(secret, CODE).digest('base64')}"`),
    payload: ({ account, postId, text, actor, id }, nowMs) => {
      const user = { id_str: SOMEBODY, screen_name: actor };
      const said = { id_str: id, text, timestamp_ms: String(nowMs), in_reply_to_status_id_str: postId };
      return {
        for_user_id: account,
        tweet_create_events: [{ ...said, user, entities: { user_mentions: [] } }],
      };
    },
    signature: ({ secret }, body) => ({
      'x-twitter-webhooks-signature': `sha256=${mac(secret, body).digest('base64')}`,
    }),
  },
  linkedin: {
    question: () => ({ challengeCode: CODE }),
    isAnswered: (text, { secret }) => text.includes(`"${mac(secret, CODE).digest('hex')}"`),
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
    signature: ({ secret }, body) => ({ 'x-li-signature': mac(secret, `hmacsha256=${body}`).digest('hex') }),
  },
};

/**
 * Does what a platform does when somebody comments on a post: asks `url` whether it is the app's, and sends it the
 * signed webhook. Answers the statuses it got, and what the receiver said last.
 */
export async function sendComment(order: Record<string, unknown> = {}): Promise<SimResponse> {
  const strange = unknownField(order, MEMBERS);
  const { platform, url, account, secret, post_id } = order;
  const wrong =
    (strange !== undefined && `${strange} is not one of ${MEMBERS.join(', ')}`) ||
    ((typeof platform !== 'string' || !isPlatform(platform)) &&
      `platform is one of ${PLATFORMS.join(', ')}`) ||
    ([url, account, secret, post_id].some((each) => typeof each !== 'string' || each === '') &&
      'url, account, secret and post_id are texts');
  if (wrong) return { status: 400, body: { error: wrong } };
  const nowMs = Date.now();
  const comment: Comment = {
    account: String(account),
    secret: String(secret),
    postId: String(post_id),
    verifyToken: String(order.verify_token ?? ''),
    text: String(order.text ?? 'Lovely.'),
    actor: String(order.actor ?? 'ada'),
    id: String(order.id ?? nowMs),
  };
  const wire = WIRES[platform as Platform];
  const asked = await fetch(`${url}?${new URLSearchParams(wire.question(comment))}`);
  const isVerified = wire.isAnswered(await asked.text(), comment);
  // As Meta writes it: everything beyond ASCII is escaped, and is signed so.
  const body = JSON.stringify(wire.payload(comment, nowMs)).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const headers = { 'content-type': 'application/json', ...wire.signature(comment, body) };
  const answered = await fetch(String(url), { method: 'POST', headers, body });
  const received = { challenge: asked.status, is_verified: isVerified, status: answered.status };
  return { status: 200, body: { ...received, answer: await answered.json() } };
}

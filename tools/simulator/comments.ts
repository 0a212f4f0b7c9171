import { type SimulatedResponse, unknownField } from '../../lib/platforms/kit/simulator/simulated-http.ts';
import type { SimulatedComment } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { isPlatform, resolveAlias } from '../../lib/platforms/platform.ts';
import { SIMULATED_PLATFORMS } from './simulated-platforms.ts';

const FIELDS = ['platform', 'account', 'url', 'secret', 'verify_token', 'post_id', 'text', 'actor', 'id'];

/**
 * Simulate a comment on a post: verify the webhook URL `url`, then send it the signed webhook.
 *
 * Responds with the statuses of both requests and the receiver's last response body.
 */
export async function sendComment(order: Record<string, unknown> = {}): Promise<SimulatedResponse> {
  const unknown = unknownField(order, FIELDS);
  const { platform: name, url, account, secret, post_id } = order;
  const platform = typeof name === 'string' ? resolveAlias(name) : name;
  const webhook =
    typeof platform === 'string' && isPlatform(platform) ? SIMULATED_PLATFORMS[platform].comments : undefined;
  if (unknown !== undefined) return badRequest(`${unknown} is not one of ${FIELDS.join(', ')}`);
  if (webhook === undefined) {
    const names = Object.entries(SIMULATED_PLATFORMS).flatMap(([name, { comments }]) => (comments ? [name] : []));
    return badRequest(`platform is one of ${names.join(', ')}`);
  }
  if ([url, account, secret, post_id].some((each) => typeof each !== 'string' || each === '')) {
    return badRequest('url, account, secret and post_id are texts');
  }
  const nowMs = Date.now();
  const comment: SimulatedComment = {
    account: String(account),
    secret: String(secret),
    postId: String(post_id),
    verifyToken: String(order.verify_token ?? ''),
    text: String(order.text ?? 'Lovely.'),
    actor: String(order.actor ?? 'ada'),
    id: String(order.id ?? nowMs),
  };
  const challenge = await fetch(`${url}?${new URLSearchParams(webhook.challenge(comment))}`);
  const isVerified = webhook.isAnswered(await challenge.text(), comment);
  // Meta escapes every non-ASCII character and signs the escaped bytes.
  const body = JSON.stringify(webhook.payload(comment, nowMs)).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const headers = { 'content-type': 'application/json', ...webhook.signature(comment, body) };
  const response = await fetch(String(url), { method: 'POST', headers, body });
  const statuses = { challenge: challenge.status, is_verified: isVerified, status: response.status };
  return { status: 200, body: { ...statuses, answer: await response.json() } };
}

function badRequest(error: string): SimulatedResponse {
  return { status: 400, body: { error } };
}

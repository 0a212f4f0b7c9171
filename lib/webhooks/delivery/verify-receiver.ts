import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type AttemptResponse, sendWebhook } from './send.ts';
import { signature } from './sign.ts';

/** Why a receiver has not returned the challenge, in the words of MCP Events. They say nothing of the response. */
export type CallbackFailure =
  | 'connection_refused'
  | 'timeout'
  | 'tls_error'
  | 'http_4xx'
  | 'http_5xx'
  | 'challenge_failed';

const REQUEST_TYPE = 'verification';

/**
 * Send the challenge of a new subscription to its URL, signed as a delivery is. The receiver has to return it before
 * the deadline, in the first 4 KiB of its response. Never throws. Returns null for a receiver that did.
 */
export async function verifyReceiver(
  subscription: { id: string; url: string; secret: string },
  { nowMs, ...options }: { nowMs: number; deadlineMs: number; allowLoopback: boolean },
): Promise<CallbackFailure | null> {
  const challenge = randomBytes(24).toString('base64url');
  const body = JSON.stringify({ type: REQUEST_TYPE, challenge });
  const messageId = `msg_verification_${randomBytes(12).toString('hex')}`;
  const timestampSeconds = Math.floor(nowMs / 1000);
  const response = await sendWebhook({
    url: subscription.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signature([subscription.secret], messageId, timestampSeconds, body),
      'x-mcp-subscription-id': subscription.id,
    },
    body,
    ...options,
  });
  return callbackFailure(response, challenge);
}

function callbackFailure(response: AttemptResponse, challenge: string): CallbackFailure | null {
  const { status, errorClass, ok, responseBody } = response;
  if (status === null) {
    if (errorClass === 'timeout') return 'timeout';
    return errorClass === 'tls' ? 'tls_error' : 'connection_refused';
  }
  if (status >= 500) return 'http_5xx';
  if (status >= 400) return 'http_4xx';
  return ok && isEqual(returnedChallenge(responseBody), challenge) ? null : 'challenge_failed';
}

function returnedChallenge(body: string): string {
  try {
    const { challenge, type } = Object(JSON.parse(body)) as { challenge?: unknown; type?: unknown };
    // A server that returns every request as it is has not consented.
    return typeof challenge === 'string' && type !== REQUEST_TYPE ? challenge : '';
  } catch {
    return '';
  }
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

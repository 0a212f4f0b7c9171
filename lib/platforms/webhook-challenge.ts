import { createHmac } from 'node:crypto';
import { PLATFORM_TABLE, type Platform } from './platforms.ts';
import { constantTimeEquals } from './webhook-signature.ts';

type Query = Record<string, unknown>;

/** The secrets of an account that verify a webhook URL. */
type ChallengeSecrets = { secret: string; verify_token: string | null };

/** The response to a platform that verifies a webhook URL; a string is sent as plain text. */
export type ChallengeResponse = string | Record<string, string>;

/** A challenge that is rejected. `code` is a problem code of the API; the message is public. */
export class ChallengeError extends Error {
  readonly code: 'verification_refused' | 'invalid_query';

  constructor(code: ChallengeError['code'], message: string) {
    super(message);
    this.name = 'ChallengeError';
    this.code = code;
  }
}

/**
 * X and LinkedIn sign a code from an unauthenticated request with the secret that also signs webhooks. A code
 * therefore contains no character that a JSON object needs, so that no webhook body can be signed this way.
 */
const CODE = /^[A-Za-z0-9_+/=.-]{1,255}$/;
const MAX_CHALLENGE_LENGTH = 1000;

/**
 * Build the response that proves to a platform that this service owns the webhook URL.
 *
 * @throws ChallengeError `verification_refused` for a wrong verify token, and where the platform sends no webhooks;
 * `invalid_query` when the challenge is missing, too long, or repeated (API Gateway joins repeats with a comma).
 */
export function answerChallenge(platform: Platform, query: Query, secrets: ChallengeSecrets): ChallengeResponse {
  const { displayName, webhook } = PLATFORM_TABLE[platform];
  if (!webhook) throw new ChallengeError('verification_refused', `${displayName} sends no webhooks.`);
  if (webhook.challenge.kind === 'verify_token') return echoChallenge(query, secrets);
  const { parameter, encoding, toResponse } = webhook.challenge;
  const code = readText(query, parameter);
  if (CODE.test(code)) return toResponse(code, createHmac('sha256', secrets.secret).update(code).digest(encoding));
  const message = `${parameter}: must be given once, as 1 to 255 letters, digits and _ + / = . -`;
  throw new ChallengeError('invalid_query', message);
}

function echoChallenge(query: Query, { verify_token }: ChallengeSecrets): string {
  const token = readText(query, 'hub.verify_token');
  const isVerified = verify_token !== null && constantTimeEquals(token, verify_token);
  if (!isVerified || query['hub.mode'] !== 'subscribe') {
    const message = 'hub.mode must be subscribe, with the verify token of the account.';
    throw new ChallengeError('verification_refused', message);
  }
  const challenge = readText(query, 'hub.challenge');
  if (challenge !== '' && challenge.length <= MAX_CHALLENGE_LENGTH) return challenge;
  throw new ChallengeError('invalid_query', `hub.challenge: must be 1 to ${MAX_CHALLENGE_LENGTH} characters.`);
}

function readText(query: Query, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

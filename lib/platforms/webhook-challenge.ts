import { createHmac } from 'node:crypto';
import type { InboundSecrets } from '../domain/analytics/inbound-webhook.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Platform } from '../domain/platform.ts';
import { constantTimeEquals } from './webhook-signature.ts';

type Query = Record<string, unknown>;

/** What a platform is answered when it asks whether it may send here; a text goes out as plain text. */
export type ChallengeResponse = string | Record<string, string>;

/**
 * X and LinkedIn let anybody have a text of theirs signed with the secret that signs webhooks. What can be signed
 * here has therefore no character that a JSON object needs: no body can be signed by asking for it.
 */
const CODE = /^[A-Za-z0-9_+/=.-]{1,255}$/;
const MAX_CHALLENGE_LENGTH = 1000;

const CHALLENGE_RESPONDERS: Record<Platform, (query: Query, secrets: InboundSecrets) => ChallengeResponse> = {
  instagram: answerToMeta,
  twitter: (query, { secret }) => {
    const token = codeIn(query, 'crc_token');
    const digest = createHmac('sha256', secret).update(token).digest('base64');
    return { response_token: `sha256=${digest}` };
  },
  linkedin: (query, { secret }) => {
    const challengeCode = codeIn(query, 'challengeCode');
    const challengeResponse = createHmac('sha256', secret).update(challengeCode).digest('hex');
    return { challengeCode, challengeResponse };
  },
};

/**
 * The answer that shows the platform whose address it is. 403 when it does not say Meta's verify token, 400 when
 * what is to be answered is missing, too long or given twice (the gateway puts a comma between).
 */
export function answerChallenge(
  platform: Platform,
  query: Query,
  secrets: InboundSecrets,
): ChallengeResponse {
  return CHALLENGE_RESPONDERS[platform](query, secrets);
}

function answerToMeta(query: Query, { verify_token }: InboundSecrets): ChallengeResponse {
  const said = textIn(query, 'hub.verify_token');
  const isVerified = verify_token !== null && constantTimeEquals(said, verify_token);
  if (!isVerified || query['hub.mode'] !== 'subscribe') {
    throw new ApiError(
      'verification_refused',
      'hub.mode must be subscribe, with the verify token of the account.',
    );
  }
  const challenge = textIn(query, 'hub.challenge');
  if (challenge === '' || challenge.length > MAX_CHALLENGE_LENGTH) {
    throw new ApiError('invalid_query', `hub.challenge: must be 1 to ${MAX_CHALLENGE_LENGTH} characters.`);
  }
  return challenge;
}

function codeIn(query: Query, name: string): string {
  const code = textIn(query, name);
  if (CODE.test(code)) return code;
  throw new ApiError(
    'invalid_query',
    `${name}: must be given once, as 1 to 255 letters, digits and _ + / = . -`,
  );
}

function textIn(query: Query, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

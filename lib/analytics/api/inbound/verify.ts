import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazy } from '../../../core/api/lazy.ts';

/** The verification challenges that Meta, X and LinkedIn send before they deliver webhooks. */
export const ChallengeQuery = z.looseObject({
  'hub.mode': z.optional(z.string()),
  'hub.challenge': z.optional(z.string()),
  'hub.verify_token': z.optional(z.string()),
  crc_token: z.optional(z.string()),
  challengeCode: z.optional(z.string()),
});

/** The responses to the challenges of X and LinkedIn. Meta expects its challenge as plain text. */
export const ChallengeResponse = lazy(() =>
  z.union([
    z.object({ response_token: z.string() }),
    z.object({ challengeCode: z.string(), challengeResponse: z.string() }),
  ]),
);

export const operation = defineOperation({
  id: 'inbound.verify',
  route: 'GET /v1/inbound/{platform}/{account}',
  summary: 'Verify a webhook URL for a platform',
  description:
    'Respond to the verification request of a platform. Meta sends its verify token and receives its challenge as plain text; X and LinkedIn receive their code signed with the secret of the account.',
  permissions: 'none',
  query: ChallengeQuery,
  contentTypes: ['text/plain', 'application/json'],
  errors: ['verification_refused'],
  access: { get: ['InboundAccount'], kms: { decrypt: ['InboundAccount'] } },
  example: {
    params: { platform: 'instagram', account: 'acc_01K00000000000000000000002' },
    query: { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'simulator-verify-token' },
  },
});

export const response = ChallengeResponse;

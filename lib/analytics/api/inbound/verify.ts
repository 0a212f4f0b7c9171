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
// biome-ignore format: one field per line.
export const ChallengeResponse = /* @__PURE__ */ lazy(() =>
  z.union([
    z.object({
      response_token: z.string().check(z.meta({ description: 'X only: the signature of `crc_token`.', examples: ['sha256=EnyIj3wqTVXHYzPUmEIgfVPGbKyZ6hO/DGBnwh1nJmA='] })),
    }),
    z.object({
      challengeCode: z.string().check(z.meta({ description: 'LinkedIn only: the challenge code.', examples: ['890e4665-4dfe-4ab1-b689-ed553bceeed0'] })),
      challengeResponse: z.string().check(z.meta({ description: 'LinkedIn only: the signature of the challenge code.', examples: ['6f3a1c0c1f6f0b8b4b7d5a8e1b3d0f5b2e9b3c5a7d1f4e6a8c0b2d4f6e8a0c1d'] })),
    }),
  ]),
);

export const operation = defineOperation({
  id: 'inbound.verify',
  route: 'GET /v1/inbound/{platform}/{account}',
  summary: 'Verify a webhook URL for a platform',
  description:
    'Respond to the verification request of a platform. For Meta, the verify token is checked and the challenge is returned as plain text. For X and LinkedIn, the code is signed with the secret of the account.',
  permissions: 'none',
  audience: 'platform',
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

import * as z from 'zod';

/** Any query. Platforms may add parameters, and rejecting them would stop their webhooks. */
export const AnyQuery = z.looseObject({});

/** The verification challenges that Meta, X and LinkedIn send before they deliver webhooks. */
export const ChallengeQuery = z.looseObject({
  'hub.mode': z.string().optional(),
  'hub.challenge': z.string().optional(),
  'hub.verify_token': z.string().optional(),
  crc_token: z.string().optional(),
  challengeCode: z.string().optional(),
});

/** The responses to the challenges of X and LinkedIn. Meta expects its challenge as plain text. */
export const ChallengeResponse = z.union([
  z.object({ response_token: z.string() }),
  z.object({ challengeCode: z.string(), challengeResponse: z.string() }),
]);

/** A webhook in the format of its platform, for the OpenAPI document. */
export const PlatformWebhook = z.looseObject({});

export const ReceivedResponse = z.object({ accepted: z.int(), duplicate: z.int(), ignored: z.int() });

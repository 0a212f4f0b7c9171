import * as z from 'zod';

/** A query that nothing is read of. Platforms add parameters when they like: a refusal would end what they send. */
export const AnyQuery = z.looseObject({});

/** What platforms ask an address with before they send to it: Meta, X and LinkedIn, one each. */
export const ChallengeQuery = z.looseObject({
  'hub.mode': z.string().optional(),
  'hub.challenge': z.string().optional(),
  'hub.verify_token': z.string().optional(),
  crc_token: z.string().optional(),
  challengeCode: z.string().optional(),
});

export const ChallengeReply = z.union([
  z.object({ response_token: z.string().meta({ description: 'Of X.' }) }),
  z.object({
    challengeCode: z.string(),
    challengeResponse: z.string().meta({ description: 'Of LinkedIn. Instagram gets its challenge as text.' }),
  }),
]);

/** A webhook as its platform writes it, for the document. */
export const AnyPayload = z.looseObject({}).meta({
  description:
    'As the platform writes it, signed in X-Hub-Signature-256 (Meta), x-twitter-webhooks-signature (X) or X-LI-Signature (LinkedIn).',
});

export const ReceivedReply = z.object({
  accepted: z.int().meta({ description: 'Comments and mentions that are engagement now.' }),
  duplicate: z.int().meta({ description: 'Those that came before.' }),
  ignored: z
    .int()
    .meta({ description: 'Comments at posts that did not go out from here, or of more than 90 days ago.' }),
});

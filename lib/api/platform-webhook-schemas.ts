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

/** What X and LinkedIn are answered; Meta gets its challenge as plain text. */
export const ChallengeResponse = z.union([
  z.object({ response_token: z.string() }),
  z.object({ challengeCode: z.string(), challengeResponse: z.string() }),
]);

/** A webhook as its platform writes it, for the document. */
export const PlatformWebhook = z.looseObject({});

export const ReceivedResponse = z.object({ accepted: z.int(), duplicate: z.int(), ignored: z.int() });

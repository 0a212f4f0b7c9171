import * as z from 'zod';
import { ENGAGEMENT_KINDS } from '../domain/analytics/engagement-ingestion.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { textSchema, time } from './requests.ts';

// An id somebody else gave: compared byte for byte, so nothing may hide in it.
const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const foreignId = z
  .string()
  .refine(
    (value) => !NOT_PRINTABLE.test(value) && value.trim() !== '' && [...value].length <= 255,
    'must be 1 to 255 printable characters',
  )
  .meta({ minLength: 1, maxLength: 255 });

/** One element of a batch of engagements. Each is held against it alone, and answered by itself. */
export const Engagement = z
  .strictObject({
    platform: z.enum(PLATFORMS),
    platform_post_id: foreignId.optional(),
    content_id: z.string().max(64).optional(),
    kind: z.enum(ENGAGEMENT_KINDS),
    count: z.int().min(1).max(1_000_000).optional(),
    actor: textSchema(200).optional(),
    text: textSchema(10_000).optional(),
    occurred_at: time,
    external_id: foreignId,
  })
  .superRefine((sent, { addIssue }) => {
    const wrong = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    if ((sent.platform_post_id === undefined) === (sent.content_id === undefined)) {
      wrong([], 'must have one of platform_post_id and content_id');
    }
    const isOne = sent.kind === 'comment' || sent.kind === 'mention';
    if (isOne && (sent.count ?? 1) !== 1) wrong(['count'], `must be 1: each ${sent.kind} is told by itself`);
  });

const MAX_ENGAGEMENTS_PER_REQUEST = 100;

/** The batch as far as the request stands or falls with it: a list of objects. */
export const EngagementsCreate = z.strictObject({
  engagements: z
    .array(
      z
        .unknown()
        .refine(
          (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
          'must be an object',
        ),
    )
    .min(1)
    .max(MAX_ENGAGEMENTS_PER_REQUEST),
});

/** The batch as the document shows it. */
export const EngagementsForm = z.strictObject({
  engagements: z.array(Engagement).min(1).max(MAX_ENGAGEMENTS_PER_REQUEST),
});

import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazy } from '../../../core/api/lazy.ts';
import { platform, textSchema, time } from '../../../core/api/request-fields.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { ENGAGEMENT_KINDS } from '../../rules/engagement-ingestion.ts';

// Ids from other systems are compared byte for byte, so invisible characters are rejected.
const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const foreignId = z.string().check(
  z.refine(
    (value) => !NOT_PRINTABLE.test(value) && value.trim() !== '' && [...value].length <= 255,
    'Must be 1 to 255 printable characters.',
  ),
  z.meta({ minLength: 1, maxLength: 255 }),
);

/** One element of a batch of engagements. Elements are validated and accepted independently. */
export const Engagement = z
  .strictObject({
    platform,
    platform_post_id: z.optional(foreignId),
    content_id: z.optional(z.string().check(z.maxLength(64))),
    kind: z.enum(ENGAGEMENT_KINDS),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    actor: z.optional(textSchema(200)),
    text: z.optional(textSchema(10_000)),
    occurred_at: time,
    external_id: foreignId,
  })
  .check(
    z.superRefine((sent, { addIssue }) => {
      const wrong = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
      if ((sent.platform_post_id === undefined) === (sent.content_id === undefined)) {
        wrong([], 'Must contain exactly one of platform_post_id and content_id.');
      }
      const isOne = sent.kind === 'comment' || sent.kind === 'mention';
      if (isOne && (sent.count ?? 1) !== 1) wrong(['count'], `Must be 1. Each ${sent.kind} is reported individually.`);
    }),
  );

const MAX_ENGAGEMENTS_PER_REQUEST = 100;

/** The part of a batch that is validated as a whole: a list of objects. */
export const EngagementsCreate = z.strictObject({
  engagements: z
    .array(
      z
        .unknown()
        .check(
          z.refine(
            (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
            'Must be an object.',
          ),
        ),
    )
    .check(z.minLength(1), z.maxLength(MAX_ENGAGEMENTS_PER_REQUEST)),
});

/** The batch as documented in OpenAPI. */
export const EngagementsForm = lazy(() =>
  z.strictObject({ engagements: z.array(Engagement).check(z.minLength(1), z.maxLength(MAX_ENGAGEMENTS_PER_REQUEST)) }),
);

export const EngagementsResponse = lazyObject(() => ({
  results: z.array(
    z.object({
      external_id: z
        .nullable(z.string())
        .check(z.describe('The submitted `external_id`. Null if it was not a string.')),
      status: z.enum(['accepted', 'duplicate', 'rejected']),
      error: z
        .optional(z.object({ code: z.string(), detail: z.string(), pointer: z.string() }))
        .check(z.describe('The first error. Only present if the engagement was rejected.')),
    }),
  ),
}));

export const operation = defineOperation({
  id: 'engagements.create',
  route: 'POST /v1/engagements',
  summary: 'Report engagement (likes, comments, shares)',
  description:
    'Each element is accepted, detected as a duplicate, or rejected independently: an invalid element does not reject the batch.',
  permissions: ['analytics:write'],
  rateLimitBeforeHandler: true,
  body: EngagementsCreate,
  access: { get: ['Content', 'PublishedPost'], put: ['Engagement'] },
  example: {
    body: {
      engagements: [
        {
          platform: 'twitter',
          platform_post_id: '1445880548472328192',
          kind: 'like',
          count: 12,
          occurred_at: '{{yesterday}}',
          external_id: 'likes-1',
        },
        {
          platform: 'linkedin',
          content_id: 'cnt_01K00000000000000000000000',
          kind: 'comment',
          actor: 'ada',
          text: 'Lovely.',
          occurred_at: '{{yesterday}}',
          external_id: 'comment-1',
        },
      ],
    },
  },
});

export const response = EngagementsResponse;

export const openapiBody = EngagementsForm;

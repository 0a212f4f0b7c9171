import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { textSchema, time } from '../../../core/api/request-fields.ts';
import { isObject } from '../../../core/values/is-object.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
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
// biome-ignore format: one field per line.
export const Engagement = z
  .strictObject({
    platform,
    platform_post_id: z.optional(foreignId),
    content_id: z.optional(z.string().check(z.maxLength(64))),
    account_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The account of the item with `content_id`. Required if the item has several accounts on the platform.', examples: ['acc_01K00000000000000000000000'] })),
    kind: z.enum(ENGAGEMENT_KINDS).check(z.meta({ description: 'The kind of engagement. A `view` counts as an impression.', examples: ['like'] })),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))).check(z.meta({ description: 'Number of engagements of this kind. Defaults to 1.', examples: [3] })),
    actor: z.optional(textSchema(200)).check(z.meta({ description: 'The user who performed the engagement, as named by the platform. Null if unknown.', examples: ['ada'] })),
    text: z.optional(textSchema(10_000)).check(z.meta({ description: 'The text of the comment or mention.', examples: ['Lovely.'] })),
    occurred_at: time.check(z.meta({ description: 'Time of the engagement. At most 60 seconds in the future and 90 days in the past.', examples: ['2026-11-20T09:30:00.000Z'] })),
    external_id: foreignId.check(z.meta({ description: 'Your unique id for this engagement. Repeated ids are deduplicated.', examples: ['like-1445880548-ada'] })),
  })
  .check(
    z.superRefine((sent, { addIssue }) => {
      const wrong = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
      if ((sent.platform_post_id === undefined) === (sent.content_id === undefined)) {
        wrong([], 'Must contain exactly one of platform_post_id and content_id.');
      }
      if (sent.account_id !== undefined && sent.content_id === undefined) {
        wrong(['account_id'], 'Only allowed with content_id. A post belongs to one account.');
      }
      const isOne = sent.kind === 'comment' || sent.kind === 'mention';
      if (isOne && (sent.count ?? 1) !== 1) wrong(['count'], `Must be 1. Each ${sent.kind} is reported individually.`);
    }),
  );

const MAX_ENGAGEMENTS_PER_REQUEST = 100;

/** The part of a batch that is validated as a whole: a list of objects. */
export const EngagementsCreate = z.strictObject({
  engagements: z
    .array(z.unknown().check(z.refine(isObject, 'Must be an object.')))
    .check(z.minLength(1), z.maxLength(MAX_ENGAGEMENTS_PER_REQUEST)),
});

/** The batch as documented in OpenAPI. */
// biome-ignore format: one field per line.
export const EngagementsForm = /* @__PURE__ */ lazy(() =>
  z.strictObject({
    engagements: z.array(Engagement).check(z.minLength(1), z.maxLength(MAX_ENGAGEMENTS_PER_REQUEST), z.describe('A list of 1 to 100 engagements. Each element is accepted or rejected independently.')),
  }),
);

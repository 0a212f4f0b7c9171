import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { integer, lazyObject } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { VISIBILITIES } from '../../../platforms/platform.ts';
import { PART_KINDS } from '../../rules/view/thread-view.ts';
import { POST_READS } from './post-reads.ts';
import { createFields, oneText, titleOrText } from './requests.ts';
import { PreviewedMedia, WarningResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ValidateResponse = /* @__PURE__ */ lazyObject(() => ({
  valid: z.literal(true).check(z.describe('Always true. Invalid content is returned as a problem.')),
  platforms: z.array(
    z.object({
      platform: platformName(),
      text: z.string(),
      media: PreviewedMedia(),
      link: z.nullable(z.string()),
      visibility: z.enum(VISIBILITIES),
      parts: z.array(
        z.object({
          kind: z.enum(PART_KINDS).check(z.meta({ description: '`post`: the first post. `reply`: a further post of the thread. `comment`: the first comment.', examples: ['reply'] })),
          text: z.string().check(z.meta({ description: 'The text of the part.', examples: ['The first jackets arrive on Monday.'] })),
          media: PreviewedMedia().check(z.describe('The files of the part.')),
          length: integer().check(z.meta({ description: 'Length of the text as the platform counts it.', examples: [35] })),
          limit: integer().check(z.meta({ description: 'Maximum length of the text.', examples: [280] })),
        }),
      ).check(z.describe('The parts in order of publication: the post, its thread and the first comment. Empty if the item is a single post on the platform.')),
      missing: z.array(z.object({
        code: z.string().check(z.meta({ description: 'Machine-readable code of the missing requirement.', examples: ['media_required'] })),
        detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['Instagram requires at least one image.'] })),
      })).check(z.describe('Requirements of the platform that the item does not meet yet.')),
      length: integer().check(z.meta({ description: 'Length of the text as counted by the platform.', examples: [33] })),
      limit: integer().check(z.meta({ description: 'The maximum allowed value.', examples: [280] })),
      estimated_cost_usd: z.nullable(z.number()).check(z.meta({ description: 'Estimated price the platform charges for the post, in US dollars. Null if the platform does not charge or the price is unknown.', examples: [0.01] })),
    }),
  ).check(z.describe('Results by platform.')),
  warnings: z.array(WarningResponse()),
  rules: z.array(
    z.object({
      platform: platformName(),
      rule: z.string().check(z.meta({ description: 'Machine-readable name of the rule.', examples: ['text_length'] })),
      limit: z.optional(z.number()).check(z.meta({ description: 'The maximum allowed value.', examples: [280] })),
      accepts: z.optional(z.array(z.string())).check(z.meta({ description: 'File extensions the platform accepts.', examples: [['jpg', 'png']] })),
      as_of: z.iso.date().check(z.meta({ description: 'Date on which the rule was verified.', examples: ['2026-11-01'] })),
      source: z.string().check(z.meta({ description: 'The platform documentation that states the rule.', examples: ['https://docs.x.com/fundamentals/counting-characters'] })),
    }),
  ).check(z.describe('The rules that were applied, with their sources.')),
}));

// biome-ignore format: one field per line.
export const ContentValidate = z.strictObject({
  ...createFields,
  content_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The id of the item that is edited. It is not a duplicate of itself.', examples: ['cnt_01K00000000000000000000000'] })),
}).check(titleOrText, ...oneText);

export const operation = defineOperation({
  id: 'content.validate',
  route: 'POST /v1/content/validate',
  summary: 'Validate a content item',
  description:
    'Validate an item without creating it. Returns the warnings, the changes to each media file for each platform, the text length as counted by each platform, and the estimated cost on X. For agent keys, the request is validated as a draft.',
  permissions: ['content:write'],
  agents: true,
  portals: true,
  body: ContentValidate,
  access: {
    get: [...POST_READS, 'Label', 'LabelName', 'Queue', 'QueueName'],
  },
  example: {
    body: {
      title: 'Summer campaign',
      description: 'Our summer campaign starts tomorrow. https://example.com #summer',
      platforms: ['x', 'linkedin'],
    },
  },
});

export const response = ValidateResponse;

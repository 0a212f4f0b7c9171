import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { integer, lazyObject, platformName } from '../../../core/api/response-fields.ts';
import { VISIBILITIES } from '../../../platforms/facts/platform.ts';
import { PART_KINDS } from '../../rules/thread-view.ts';
import { ContentCreate } from './requests.ts';
import { PreviewedMedia, WarningResponse } from './responses.ts';

export const ValidateResponse = lazyObject(() => ({
  valid: z.literal(true),
  platforms: z.array(
    z.object({
      platform: platformName(),
      text: z.string(),
      media: PreviewedMedia(),
      link: z.nullable(z.string()),
      visibility: z.enum(VISIBILITIES),
      parts: z.array(
        z.object({
          kind: z.enum(PART_KINDS),
          text: z.string(),
          media: PreviewedMedia(),
          length: integer(),
          limit: integer(),
        }),
      ),
      missing: z.array(z.object({ code: z.string(), detail: z.string() })),
      length: integer(),
      limit: integer(),
      estimated_cost_usd: z.nullable(z.number()),
    }),
  ),
  warnings: z.array(WarningResponse()),
  rules: z.array(
    z.object({
      platform: platformName(),
      rule: z.string(),
      limit: z.optional(z.number()),
      accepts: z.optional(z.array(z.string())),
      as_of: z.iso.date(),
      source: z.string(),
    }),
  ),
}));

export const operation = defineOperation({
  id: 'content.validate',
  route: 'POST /v1/content/validate',
  summary: 'Validate a content item',
  description:
    'Run the checks of creating an item without storing it. Returns the warnings that creating it would return, how each file of the media library is changed for each platform, the text length as each platform counts it, and the estimated cost on X.',
  permissions: ['content:write'],
  body: ContentCreate,
  access: { get: ['Account', 'DefaultAccount', 'PublishLimit', 'WorkspaceSettings', 'MediaAsset'] },
  example: {
    body: {
      title: 'Summer campaign',
      description: 'Our summer campaign starts tomorrow. https://example.com #summer',
      platforms: ['twitter', 'linkedin'],
    },
  },
});

export const response = ValidateResponse;

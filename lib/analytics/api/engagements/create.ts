import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { EngagementsCreate, EngagementsForm } from './requests.ts';

// biome-ignore format: one field per line.
export const EngagementsResponse = /* @__PURE__ */ lazyObject(() => ({
  results: z.array(
    z.object({
      external_id: z
        .nullable(z.string())
        .check(z.describe('The submitted `external_id`. Null if it was not a string.'), z.meta({ examples: ['like-1445880548-ada'] })),
      status: z.enum(['accepted', 'duplicate', 'rejected']).check(z.meta({ description: 'Whether the engagement was accepted, detected as a duplicate, or rejected.', examples: ['accepted'] })),
      error: z
        .optional(z.object({
          code: z.string().check(z.meta({ description: 'Machine-readable error code.', examples: ['unknown_post'] })),
          detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['No post with this id was published from this workspace.'] })),
          pointer: z.string().check(z.meta({ description: 'A JSON Pointer to the field, or the name of the query parameter.', examples: ['/title'] })),
        }))
        .check(z.describe('The first error. Only present if the engagement was rejected.')),
    }),
  ).check(z.describe('One result for each submitted engagement, in the same order.')),
}));

export const operation = defineOperation({
  id: 'engagements.create',
  route: 'POST /v1/engagements',
  summary: 'Report engagement (likes, comments, shares)',
  description:
    'Report up to 100 engagements. Each element is accepted, detected as a duplicate, or rejected independently. An invalid element does not reject the batch.',
  permissions: ['analytics:write'],
  rateLimitBeforeHandler: true,
  body: EngagementsCreate,
  access: { get: ['Content', 'PublishedPost'], put: ['Engagement'] },
  example: {
    body: {
      engagements: [
        {
          platform: 'x',
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

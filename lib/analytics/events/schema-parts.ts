import * as z from 'zod/mini';
import { SCHEMA_PARTS, type SchemaParts } from '../../core/events/schema-parts.ts';
import { platformName } from '../../platforms/api/response-fields.ts';

const { time } = SCHEMA_PARTS;
// biome-ignore format: one field per line.
const post = {
  content_id: z.string(),
  platform: platformName(),
  account_id: z
    .nullable(z.string())
    .check(z.meta({ description: 'The id of the platform account. Null if it is unknown.' }), z.meta({ examples: ['acc_01K00000000000000000000000'] })),
  sandbox: z.boolean(),
  platform_post_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the post on the platform. Null until the post is published.' })),
};

/** Building blocks of the schemas of events about posts and engagements. Only the OpenAPI document and the tests import it as a value. */
// biome-ignore format: one field per line.
export const ANALYTICS_PARTS = {
  post,
  textEngagement: z.object({
    ...post,
    external_id: z.string().check(z.meta({ description: 'Your unique id for this engagement. Repeated ids are deduplicated.', examples: ['like-1445880548-ada'] })),
    actor: z.nullable(z.string()).check(z.meta({ description: 'The user who performed the engagement, as named by the platform. Null if unknown.', examples: ['ada'] })),
    text: z.nullable(z.string()).check(z.meta({ description: 'The text of the comment or mention. Null if it is unknown.', examples: ['Lovely.'] })),
    occurred_at: time.check(z.meta({ description: 'Time of the engagement. At most 60 seconds in the future and 90 days in the past.', examples: ['2026-11-20T09:30:00.000Z'] })),
  }),
};

export type AnalyticsParts = SchemaParts & typeof ANALYTICS_PARTS;

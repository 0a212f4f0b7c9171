import * as z from 'zod/mini';
import { PLATFORMS } from '../../platforms/facts/platform.ts';

const time = z.string().check(z.meta({ format: 'date-time' }));
const platform = z.enum(PLATFORMS);
const post = {
  content_id: z.string(),
  platform,
  account_id: z
    .nullable(z.string())
    .check(z.meta({ description: 'Null when it is not known which account of the platform.' })),
  sandbox: z.boolean(),
  platform_post_id: z.nullable(z.string()).check(z.meta({ description: 'Null until the post is published.' })),
};

/** Building blocks of the event data schemas of every feature. Only the OpenAPI document and the tests import it as a value. */
export const SCHEMA_PARTS = {
  z,
  time,
  platform,
  count: z.int(),
  post,
  textEngagement: z.object({
    ...post,
    external_id: z.string(),
    actor: z.nullable(z.string()),
    text: z.nullable(z.string()),
    occurred_at: time,
  }),
};

export type SchemaParts = typeof SCHEMA_PARTS;

import * as z from 'zod/mini';
import { CONTENT_STATUSES } from '../../content/rules/content.ts';
import { accountFilter, textSchema, timeParameter } from '../../core/api/request-fields.ts';
import { labelName } from '../../labels/api/request-fields.ts';
import { platform } from '../../platforms/api/request-fields.ts';
import { localTime } from './post-view.ts';
import { defineTool, READS } from './tool.ts';

/** Find posts of the workspace. */
export const findPosts = defineTool({
  name: 'find_posts',
  title: 'Find posts',
  description:
    'List posts of the workspace, newest first, by status, platform, account, label, campaign, words and time of creation. A page can have fewer posts than limit while next_cursor is not null.',
  annotations: READS,
  place: 1,
  example: { status: 'draft', limit: 5 },
  input: () =>
    z.strictObject({
      status: z.optional(z.enum(CONTENT_STATUSES)),
      platform: z.optional(platform),
      account_id: z.optional(accountFilter),
      label: z.optional(labelName).check(z.meta({ description: 'The name of a label.' })),
      campaign: z.optional(labelName).check(z.meta({ description: 'The name of a campaign.' })),
      search: z
        .optional(textSchema(200))
        .check(z.meta({ description: 'Beginnings of words in title, texts and labels.' })),
      created_from: z.optional(timeParameter).check(z.meta({ description: 'RFC 3339, such as 2026-11-20T00:00:00Z.' })),
      created_to: z.optional(timeParameter),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
      cursor: z
        .optional(z.string().check(z.maxLength(2_000)))
        .check(z.meta({ description: 'next_cursor of the page before, with the same filters.' })),
    }),
  output: () =>
    z.object({
      posts: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          status: z.string(),
          approval_status: z.nullable(z.string()),
          platforms: z.array(z.string()),
          scheduled_at: z.nullable(z.string()),
          scheduled_local: z.nullable(localTime()),
          labels: z.array(z.string()),
          campaign: z.nullable(z.string()),
          created_at: z.string(),
          updated_at: z.string(),
        }),
      ),
      next_cursor: z.nullable(z.string()),
    }),
  run: async ({ created_from, created_to, ...query }, call) => {
    const { data, pagination } = await call('content.list', {
      query: { ...query, from: created_from, to: created_to },
    });
    return { posts: data.map(({ thumbnail: _, ...post }) => post), next_cursor: pagination.next_cursor };
  },
});

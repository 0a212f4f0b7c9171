import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { limitNoticeEntity } from '../entities/limit-notices.ts';
import type { LimitNotice } from '../rules/limit-notices.ts';
import type { WorkspaceParts } from './schema-parts.ts';

/** `workspace.limit_reached`. */
export const workspaceLimitReached = {
  description:
    'A workspace has reached 80 or 100 percent of a limit; 100 also when it does not allow something. Sent once for each percentage, value of the limit and period. Only endpoints of the stage receive it.',
  // biome-ignore format: one field per line.
  schema: ({ z }) => z.object({
    limit: z.enum(['accounts', 'posts_per_day', 'media_bytes', 'platform_micro_usd_per_month']).check(z.meta({ description: 'The limit.', examples: ['posts_per_day'] })),
    percent: z.int().check(z.meta({ description: 'What is reached of it, in percent: 80 or 100.', examples: [80] })),
    value: z.int().check(z.meta({ description: 'What was used of it then.', examples: [40] })),
    maximum: z.int().check(z.meta({ description: 'The limit then.', examples: [50] })),
    period: z.nullable(z.string()).check(z.meta({ description: 'The day or the month (UTC). Null for accounts and bytes, which are reported once a month.', examples: ['2026-11-20'] })),
    reached_at: z.string().check(z.meta({ format: 'date-time', description: 'When it was found.', examples: [SAMPLE_AT] })),
  }).check(z.describe('The limit, and what was used of it.')),
  sample: { limit: 'posts_per_day', percent: 80, value: 40, maximum: 50, period: '2026-11-20', reached_at: SAMPLE_AT },
  permission: 'workspaces:read',
  source: limitNoticeEntity,
  isOfStage: true,
  on: 'write',
  derive: (before, after) => {
    if (before) return [];
    const { workspace_id: workspaceId, id, reached_at: timestamp, limit, percent, value, maximum, period } = after;
    const data = { limit, percent, value, maximum, period, reached_at: timestamp };
    return [{ dedupKey: `${workspaceId}/limit/${id}`, timestamp, data, workspaceId }];
  },
} satisfies EventModule<LimitNotice, WorkspaceParts>;

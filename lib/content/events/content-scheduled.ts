import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_ACCOUNT_ID, SAMPLE_AT, SAMPLE_CONTENT, SAMPLE_LOCAL } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { toLocalView } from '../rules/scheduled-local.ts';
import { toContentView } from '../rules/view/content-view.ts';
import type { ContentParts } from './schema-parts.ts';

/** `content.scheduled`. */
export const contentScheduled = {
  description:
    'An item was scheduled. `data` is the item. `scheduling` contains the platforms, the known accounts and the scheduled time.',
  // biome-ignore format: one field per line.
  schema: ({ z, ContentData, platform, time, localTime }) =>
    z.extend(ContentData, {
      scheduling: z.object({
        group_id: z.string(),
        platforms: z.array(platform),
        account_ids: z.array(z.string()).check(z.meta({ description: 'The known accounts of the entries.', examples: [['acc_01K00000000000000000000000']] })),
        scheduled_at: time,
        scheduled_local: localTime,
      }).check(z.describe('The schedule request that triggered the event.')),
    }).check(z.describe('The content item and the schedule request.')),
  sample: {
    ...SAMPLE_CONTENT,
    scheduling: {
      group_id: 'grp_01K00000000000000000000000',
      platforms: ['twitter'],
      account_ids: [SAMPLE_ACCOUNT_ID],
      scheduled_at: SAMPLE_AT,
      scheduled_local: SAMPLE_LOCAL,
    },
  },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) => {
    const scheduling = after.last_schedule;
    if (!scheduling || scheduling.group_id === before?.last_schedule?.group_id) return [];
    const dedupKey = `${after.id}/scheduled/${scheduling.group_id}`;
    const reported = { ...scheduling, scheduled_local: toLocalView(scheduling.scheduled_local) };
    return [{ dedupKey, timestamp: after.updated_at, data: { ...toContentView(after), scheduling: reported } }];
  },
} satisfies EventModule<Content, ContentParts>;

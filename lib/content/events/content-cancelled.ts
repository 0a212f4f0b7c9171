import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_ACCOUNT_ID, SAMPLE_CONTENT, SAMPLE_TARGET } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import { type Content, changedAfter, type Target } from '../rules/content.ts';
import { targetsInOrder } from '../rules/content-targets.ts';
import { CANCELLATION_REASONS, type CancellationReason } from '../rules/reported-changes.ts';
import { toContentView } from '../rules/view/content-view.ts';
import type { ContentParts } from './schema-parts.ts';

/** `content.cancelled`. */
export const contentCancelled = {
  description:
    'Something that was scheduled will not be published, unless a later request schedules or approves it again. `data` is the item, or a deleted item as it was. `cancellation` contains the reason and the entries. Sent once per change.',
  // biome-ignore format: one field per line.
  schema: ({ z, ContentData, platform }) => z.extend(ContentData, {
    cancellation: z.object({
      reason: z.enum(CANCELLATION_REASONS).check(z.describe('`entry_cancelled`: by `DELETE /v1/schedule/{id}`. `made_draft`, `item_cancelled`: the status of the item was changed to `draft` or `cancelled`. `item_deleted`: the item was deleted, also between two parts of a thread. `account_deleted`: the account was deleted. `approval_lost`: the item lost the approval that the workspace requires; its entries stay `pending`. `recurrence_paused`: its time passed while its recurrence was paused.')),
      schedule_ids: z.array(z.string()).check(z.meta({ description: 'The entries that will not be published.', examples: [['scd_01K00000000000000000000000']] })),
      platforms: z.array(platform).check(z.describe('The platforms of these entries.')),
      account_ids: z.array(z.string()).check(z.meta({ description: 'The known accounts of these entries.', examples: [['acc_01K00000000000000000000000']] })),
    }).check(z.describe('What will not be published, and why.')),
  }).check(z.describe('The content item, and what of it will not be published.')),
  sample: {
    ...SAMPLE_CONTENT,
    status: 'draft',
    scheduled_at: null,
    scheduled_local: null,
    targets: [
      {
        ...SAMPLE_TARGET,
        status: 'cancelled',
        published_at: null,
        late_by_seconds: null,
        platform_post_id: null,
        url: null,
      },
    ],
    cancellation: {
      reason: 'account_deleted',
      schedule_ids: [SAMPLE_TARGET.schedule_id],
      platforms: ['twitter'],
      account_ids: [SAMPLE_ACCOUNT_ID],
    },
  },
  permission: 'content:read',
  source: contentEntity,
  on: 'change',
  derive: (before, after, changedAt) => {
    if (after === null) {
      if (before === null) return [];
      // An item is not deleted during an attempt: what is publishing is a thread between two parts.
      const open = targetsInOrder(before).filter(({ status }) => status === 'pending' || status === 'publishing');
      if (open.length === 0) return [];
      const deleted = changedAfter(before, { ...before, updated_at: changedAt });
      const data = dataOf(deleted, 'item_deleted', open);
      return [{ dedupKey: `${before.id}/deleted`, timestamp: deleted.updated_at, data }];
    }
    const { last_cancellation: last, id } = after;
    if (!last || last.version === before?.last_cancellation?.version) return [];
    const targets = targetsInOrder(after).filter(({ schedule_id }) => last.schedule_ids.includes(schedule_id));
    const data = dataOf(after, last.reason, targets);
    return [{ dedupKey: `${id}/cancelled/${last.version}`, timestamp: after.updated_at, data }];
  },
} satisfies EventModule<Content, ContentParts>;

function dataOf(content: Content, reason: CancellationReason, targets: Target[]): Record<string, unknown> {
  const cancellation = {
    reason,
    schedule_ids: targets.map(({ schedule_id }) => schedule_id),
    platforms: [...new Set(targets.map(({ platform }) => platform))],
    account_ids: targets.flatMap(({ account_id }) => account_id ?? []),
  };
  return { ...toContentView(content), cancellation };
}

import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_CONTENT, SAMPLE_UNCONFIRMED_TARGET } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { newlyUnconfirmedTargets } from '../rules/target-outcomes.ts';
import { toContentView, toTargetView } from '../rules/view/content-view.ts';
import type { ContentParts } from './schema-parts.ts';

/** `content.unconfirmed`. */
export const contentUnconfirmed = {
  description:
    'A platform did not confirm whether it published a target. `data` is the item, `unconfirmed_target` the target. The service checks the post until `next_check_at` is null. Sent once per attempt, not for its checks and repeats.',
  // biome-ignore format: one field per line.
  schema: ({ z, ContentData, TargetData }) => z.extend(ContentData, {
    unconfirmed_target: TargetData.check(z.describe('The target whose outcome is unknown.')),
  }).check(z.describe('The content item and the unconfirmed target.')),
  sample: {
    ...SAMPLE_CONTENT,
    status: 'unconfirmed',
    targets: [SAMPLE_UNCONFIRMED_TARGET],
    unconfirmed_target: SAMPLE_UNCONFIRMED_TARGET,
  },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) =>
    newlyUnconfirmedTargets(before, after).map((target) => ({
      // An entry may become unconfirmed again, with another part; the version of its item tells the transitions apart.
      dedupKey: `${after.id}/unconfirmed/${target.schedule_id}/${after.version}`,
      timestamp: after.updated_at,
      data: { ...toContentView(after), unconfirmed_target: toTargetView(after, target) },
    })),
} satisfies EventModule<Content, ContentParts>;

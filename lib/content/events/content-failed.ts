import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_CONTENT, SAMPLE_FAILED_TARGET } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { failedTargetDrafts } from './failed-target.ts';
import type { ContentParts } from './schema-parts.ts';

/** `content.failed`. */
export const contentFailed = {
  description:
    'A target failed permanently, or its outcome remains unknown. `data` is the item, `failed_target` the target. Sent for each target.',
  // biome-ignore format: one field per line.
  schema: ({ z, ContentData, TargetData }) => z.extend(ContentData, {
    failed_target: TargetData.check(z.describe('The target that failed.')),
  }).check(z.describe('The content item and the failed target.')),
  sample: {
    ...SAMPLE_CONTENT,
    status: 'failed',
    targets: [SAMPLE_FAILED_TARGET],
    failed_target: SAMPLE_FAILED_TARGET,
  },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) => failedTargetDrafts(before, after, 'failed', () => true),
} satisfies EventModule<Content, ContentParts>;

import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_CONTENT } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { toContentView } from '../rules/view/content-view.ts';
import type { ContentParts } from './schema-parts.ts';

/** `content.created`. */
export const contentCreated = {
  description: 'An item was created. `data` is the item.',
  schema: ({ z, ContentData }) => ContentData.check(z.describe('The content item.')),
  sample: { ...SAMPLE_CONTENT, status: 'draft', scheduled_at: null, scheduled_local: null, targets: [] },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) =>
    before === null
      ? [{ dedupKey: `${after.id}/created`, timestamp: after.updated_at, data: toContentView(after) }]
      : [],
} satisfies EventModule<Content, ContentParts>;

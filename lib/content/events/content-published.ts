import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_CONTENT, SAMPLE_TARGET } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { toContentView } from '../rules/view/content-view.ts';
import type { ContentParts } from './schema-parts.ts';

/** `content.published`. */
export const contentPublished = {
  description: 'All targets of an item are published. `data` is the item.',
  schema: ({ z, ContentData }) => ContentData.check(z.describe('The content item.')),
  sample: { ...SAMPLE_CONTENT, status: 'published', targets: [SAMPLE_TARGET] },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) => {
    const entryIds = after.last_publication?.join('+');
    if (!entryIds || entryIds === before?.last_publication?.join('+')) return [];
    const dedupKey = `${after.id}/published/${entryIds}`;
    return [{ dedupKey, timestamp: after.updated_at, data: toContentView(after) }];
  },
} satisfies EventModule<Content, ContentParts>;

import { toContentView } from '../domain/content/content-view.ts';
import type { EventModule } from './event-module.ts';
import { SAMPLE_CONTENT } from './samples.ts';

/** `content.created`. */
export const contentCreated = {
  description: 'An item was created. `data` is the item.',
  schema: ({ ContentData }) => ContentData,
  sample: { ...SAMPLE_CONTENT, status: 'draft', scheduled_at: null, targets: [] },
  source: 'Content',
  on: 'write',
  derive: (before, after) =>
    before === null
      ? [{ dedupKey: `${after.id}/created`, timestamp: after.updated_at, data: toContentView(after) }]
      : [],
} satisfies EventModule;

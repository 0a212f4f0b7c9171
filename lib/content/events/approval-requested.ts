import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_APPROVAL, SAMPLE_CONTENT } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { approvalDraft } from './approval-change.ts';
import type { ContentParts } from './schema-parts.ts';

/** `approval.requested`. */
export const approvalRequested = {
  description: 'An item was submitted for approval. `data` is the item.',
  schema: ({ z, ContentData }) => ContentData.check(z.describe('The content item.')),
  sample: {
    ...SAMPLE_CONTENT,
    status: 'pending_approval',
    scheduled_at: null,
    scheduled_local: null,
    targets: [],
    approval: SAMPLE_APPROVAL,
  },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) => approvalDraft(before, after, 'pending_approval'),
} satisfies EventModule<Content, ContentParts>;

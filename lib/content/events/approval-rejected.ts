import type { EventModule } from '../../core/events/event-module.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { approvalDraft, decidedSample } from './approval-change.ts';
import type { ContentParts } from './schema-parts.ts';

/** `approval.rejected`. */
export const approvalRejected = {
  description:
    'A reviewer requested changes to an item. An existing approval is revoked. `data` is the item, with the note in `approval`.',
  schema: ({ z, ContentData }) => ContentData.check(z.describe('The content item, with the decision in `approval`.')),
  sample: decidedSample('changes_requested', 'The second sentence needs a source.'),
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) => approvalDraft(before, after, 'changes_requested'),
} satisfies EventModule<Content, ContentParts>;

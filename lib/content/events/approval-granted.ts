import type { EventModule } from '../../core/events/event-module.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { approvalDraft, decidedSample } from './approval-change.ts';
import type { ContentParts } from './schema-parts.ts';

/** `approval.granted`. */
export const approvalGranted = {
  description: 'An item was approved. `data` is the item.',
  schema: ({ z, ContentData }) => ContentData.check(z.describe('The content item, with its approval.')),
  sample: decidedSample('approved', 'Looks good.'),
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) => approvalDraft(before, after, 'approved'),
} satisfies EventModule<Content, ContentParts>;

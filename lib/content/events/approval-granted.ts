import type { EventModule } from '../../core/events/event-module.ts';
import { approvalDraft, decidedSample } from './approval-change.ts';

/** `approval.granted`. */
export const approvalGranted = {
  description: 'An item was approved. `data` is the item.',
  schema: ({ ContentData }) => ContentData,
  sample: decidedSample('approved', 'Looks good.'),
  source: 'Content',
  on: 'write',
  derive: (before, after) => approvalDraft(before, after, 'approved'),
} satisfies EventModule;

import type { EventModule } from './event-module.ts';
import { SAMPLE_CONTENT } from './samples.ts';

/** `approval.requested`. Not sent before the service has approvals. */
export const approvalRequested = {
  description: 'An item was submitted for approval. `data` is the item.',
  schema: ({ ContentData }) => ContentData,
  sample: { ...SAMPLE_CONTENT, status: 'pending_approval', scheduled_at: null, targets: [] },
  source: null,
} satisfies EventModule;

import type { EventDraft } from '../../core/events/event-module.ts';
import { SAMPLE_APPROVAL, SAMPLE_AT, SAMPLE_CONTENT } from '../../core/events/samples.ts';
import { approvalStatusOf } from '../rules/approval/approval-states.ts';
import type { Content } from '../rules/content.ts';
import type { ApprovalStatus } from '../rules/content-approval.ts';
import { toContentView } from '../rules/view/content-view.ts';

/** Derive the draft of an event about an approval that a change has brought to `status`. */
export function approvalDraft(before: Content | null, after: Content, status: ApprovalStatus): EventDraft[] {
  const was = before === null ? 'not_submitted' : approvalStatusOf(before);
  if (was === status || approvalStatusOf(after) !== status) return [];
  // An item may reach a status again; its version tells the transitions apart.
  const dedupKey = `${after.id}/approval/${status}/${after.version}`;
  return [{ dedupKey, timestamp: after.updated_at, data: toContentView(after) }];
}

/** Build the sample of an event about a decision. */
export function decidedSample(status: ApprovalStatus, note: string): Record<string, unknown> {
  const decision = { status, note, decided_by: 'usr_01K00000000000000000000001', decided_at: SAMPLE_AT };
  return {
    ...SAMPLE_CONTENT,
    status,
    scheduled_at: null,
    scheduled_local: null,
    targets: [],
    approval: { ...SAMPLE_APPROVAL, ...decision },
  };
}

import { formatInstant } from '../../../core/values/timestamps.ts';
import type { Content } from '../content.ts';
import type { ApprovalStatus, WritingAgent } from '../content-approval.ts';
import { withDerivedStatus } from '../content-state.ts';
import { withoutLinkCards } from '../post/link-card.ts';
import { APPROVAL_ACTIONS } from './approval-states.ts';
import { withChangedFields } from './changed-fields.ts';
import { contentHash } from './content-hash.ts';

/** Who edits: a member, or the agent key of a responsible member. */
export type Editor = { editedBy: string; agent?: WritingAgent | null };

function withOne(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids : [...ids, id];
}

/** Add an agent key. Its name is the one that it has now. */
function withAgent(agents: WritingAgent[], agent: WritingAgent): WritingAgent[] {
  return [...agents.filter(({ id }) => id !== agent.id), agent];
}

/** Record the author of an edit that changed what is sent, and revoke the approval of what was there before. */
export function recordMaterialEdit(before: Content, after: Content, editor: Editor, nowMs: number): Content {
  if (contentHash(before) === contentHash(after)) return after;
  const { editedBy, agent = null } = editor;
  // What an agent writes is also an edit of the member who is responsible for it: they must not be the second person.
  const editors = withOne(after.editors, editedBy);
  const agents = agent === null ? after.agents : withAgent(after.agents, agent);
  const edited = withoutLinkCards({ ...after, editors, agents });
  const { from, to } = APPROVAL_ACTIONS.edit;
  const approval = edited.approval && withChangedFields(edited.approval, before, after);
  if (!approval || !(from as readonly ApprovalStatus[]).includes(approval.status)) return { ...edited, approval };
  const decision = { decided_by: editedBy, decided_by_name: null, decided_at: formatInstant(nowMs), note: null };
  const { evidence: _, ...kept } = approval;
  return withDerivedStatus({ ...edited, approval: { ...kept, ...decision, status: to } });
}

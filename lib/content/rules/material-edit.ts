import { formatInstant } from '../../core/values/timestamps.ts';
import { APPROVAL_ACTIONS, type ApprovalStatus } from './approval.ts';
import { withChangedFields } from './changed-fields.ts';
import { type Content, withDerivedStatus } from './content.ts';
import { contentHash } from './content-hash.ts';
import { withoutLinkCards } from './link-card.ts';

/** Who edits: a member, or the agent key of one. */
export type Editor = { editedBy: string; agentKey?: string | null };

function withOne(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids : [...ids, id];
}

/** Record the author of an edit that changed what is sent, and revoke the approval of what was there before. */
export function recordMaterialEdit(before: Content, after: Content, editor: Editor, nowMs: number): Content {
  if (contentHash(before) === contentHash(after)) return after;
  const { editedBy, agentKey = null } = editor;
  const author =
    agentKey === null ? { editors: withOne(after.editors, editedBy) } : { agents: withOne(after.agents, agentKey) };
  const edited = withoutLinkCards({ ...after, ...author });
  const { from, to } = APPROVAL_ACTIONS.edit;
  const approval = edited.approval && withChangedFields(edited.approval, before, after);
  if (!approval || !(from as readonly ApprovalStatus[]).includes(approval.status)) return { ...edited, approval };
  const decision = { decided_by: editedBy, decided_by_name: null, decided_at: formatInstant(nowMs), note: null };
  const { evidence: _, ...kept } = approval;
  return withDerivedStatus({ ...edited, approval: { ...kept, ...decision, status: to } });
}

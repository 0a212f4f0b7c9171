import type { Role } from '../../../core/api/permission.ts';
import type { ApiError } from '../../../core/problems/define-problem.ts';
import { fieldError, stateTransitionError } from '../../../core/problems/request-errors.ts';
import { isId } from '../../../core/values/id.ts';
import { formatInstant } from '../../../core/values/timestamps.ts';
import { approvalNotPermitted } from '../../../identity/problems.ts';
import type { Member } from '../../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import { passkeyRequired } from '../../../identity/sign-in-problems.ts';
import { approvalRequired, contentChanged, mediaNotInLibrary } from '../../problems.ts';
import type { Content, LinkCard } from '../content.ts';
import type { Approval, ApprovalEvidence, WritingAgent } from '../content-approval.ts';
import { withDerivedStatus } from '../content-state.ts';
import { linkedMediaPointers } from '../media-references.ts';
import { withoutLinkCards } from '../post/link-card.ts';
import {
  type Action,
  APPROVAL_ACTIONS,
  type ApprovalAction,
  approvalStatusOf,
  permitsApproval,
  permitsApprovalAction,
} from './approval-states.ts';
import { contentHash } from './content-hash.ts';
import { withDecision } from './content-version.ts';
import {
  isClosed,
  missingApproval,
  type Requirement,
  recordLostApproval,
  signingObstacle,
} from './required-approval.ts';

/** Throw 409 when an item that is to be published now lacks the approval that it needs. */
export function assertApproved(content: Content, settings: Requirement): void {
  const detail = missingApproval(content, settings);
  if (detail === null) return;
  throw approvalRequired(detail, { extensions: { current: approvalStatusOf(content) } });
}

/**
 * The member who acts on an approval. `formerIds`: theirs from before they were removed and invited again. `reviewer`: the
 * external reviewer who decides on behalf of that member.
 */
export type ApprovalActor = {
  userId: string;
  formerIds?: readonly string[];
  role: Role;
  reviewer?: { id: string; name: string };
};

/** Return a member as one who acts on an approval. */
export function approvalActor({
  id,
  former_ids = [],
  role,
}: Pick<Member, 'id' | 'former_ids' | 'role'>): ApprovalActor {
  return { userId: id, formerIds: former_ids, role };
}

/** What decides who may decide about an item. */
type Authors = Pick<Content, 'created_by' | 'editors'> & Partial<Pick<Content, 'agents'>>;
type DecisionSettings = Pick<WorkspaceSettings, 'approval' | 'approver_roles' | 'authors_may_approve'>;

/** Return why the settings do not allow a member to decide about an item, or null: by their role, or as an author. */
export function decisionObstacle(
  { userId, formerIds = [], role }: ApprovalActor,
  { created_by, editors, agents = [] }: Authors,
  { approval, approver_roles, authors_may_approve }: DecisionSettings,
): string | null {
  if (!approver_roles.includes(role)) {
    return `Your role ${role} cannot approve. Approver roles of the workspace: ${approver_roles.join(', ')}.`;
  }
  const isAuthor = [userId, ...formerIds].some((id) => id === created_by || editors.includes(id));
  if (authors_may_approve || !isAuthor) return null;
  // Where nothing else needs an approval, the person who works with an agent decides about what it wrote.
  if (approval !== 'required' && agents.length > 0) return null;
  return 'You or an agent of yours wrote a part of this content item. Another member must decide about it.';
}

/** Throw 403 unless the settings allow a member to decide about an item. */
export function assertMayDecide(actor: ApprovalActor, authors: Authors, settings: DecisionSettings): void {
  const obstacle = decisionObstacle(actor, authors, settings);
  if (obstacle !== null) throw approvalNotPermitted(obstacle);
}

export const MAX_NOTE_LENGTH = 1_000; // In code points.

/** What a request says with an action. `content_hash` names the content that the member has seen. */
export type ApprovalInput = { note?: string | undefined; content_hash?: string | undefined };

/** Who acts, and for a submission the cards of the links of the item, which were read for it. */
type ActionInput = ApprovalInput & {
  actor: ApprovalActor;
  linkCards?: LinkCard[];
  evidence?: ApprovalEvidence | undefined;
  agent?: WritingAgent | null;
};

/**
 * Throw 422 unless an approval by a session names the content that the member has seen: they read it some time before, and
 * it may have been edited and submitted again since. An API key may omit it.
 */
export function assertNamesSeenContent({ content_hash }: ApprovalInput, { clientId }: { clientId: string }): void {
  if (content_hash !== undefined || !isId('session', clientId)) return;
  const detail =
    'Required for the access token of a session. Send the approval.content_hash of the version you reviewed.';
  throw fieldError('/content_hash', 'required', detail);
}

/**
 * Apply an action to the approval of an item. Throws 403 for a member who may not decide, and 409 when the content is not
 * the one that the member has seen, or when the status forbids the action.
 */
export function applyApprovalAction(
  content: Content,
  action: ApprovalAction,
  input: ActionInput,
  settings: WorkspaceSettings,
  nowMs: number,
): Content {
  const { to, permission }: Action = APPROVAL_ACTIONS[action];
  const { actor, note = null } = input;
  if (permission === 'content:approve') assertMayDecide(actor, content, settings);
  const seen = contentHash(content);
  if (input.content_hash !== undefined && input.content_hash !== seen) throw contentChangedError(seen);
  const permits = action === 'approve' ? permitsApproval(content, settings) : permitsApprovalAction(content, action);
  if (!permits) throw actionError(content, action);
  if (action === 'approve' && settings.approval_method === 'passkey' && !input.evidence) throw passkeyRequiredError();
  if ((action === 'approve' || action === 'submit') && settings.approval_method === 'passkey') assertSignable(content);
  const now = formatInstant(nowMs);
  const undecided = { decided_by: null, decided_by_name: null, decided_at: null };
  const by = { requested_by: actor.userId, ...(input.agent ? { agent: input.agent } : {}) };
  const requested = { ...by, requested_at: now, ...undecided };
  const { id: decided_by, name: decided_by_name } = actor.reviewer ?? { id: actor.userId, name: null };
  const { evidence: _, ...present } = content.approval ?? ({} as Approval);
  const decided = { ...present, decided_by, decided_by_name, decided_at: now };
  const people = action === 'submit' ? requested : decided;
  // Later edits are compared with what was approved here.
  const editors = to === 'approved' ? [] : content.editors;
  // A decision is about the cards that were submitted. A withdrawn item has none, as one that was never submitted.
  const kept = action === 'withdraw' ? withoutLinkCards(content) : content;
  const shown = action === 'submit' ? { ...content, link_cards: input.linkCards ?? [] } : kept;
  const changed_fields = permission === 'content:approve' ? [] : (content.approval?.changed_fields ?? []);
  const proof = action === 'approve' && input.evidence ? { evidence: input.evidence } : {};
  const acted = { ...people, status: to, content_hash: contentHash(shown), note, changed_fields, ...proof };
  const approval = withDecision(action, content.approval, acted);
  return recordLostApproval(content, withDerivedStatus({ ...shown, editors, approval, updated_at: now }), settings);
}

/** Throw 403 or 409 unless a member may approve an item as it is with a signature. */
export function assertMaySign(content: Content, actor: ApprovalActor, settings: WorkspaceSettings): void {
  assertMayDecide(actor, content, settings);
  if (!permitsApproval(content, settings)) throw actionError(content, 'approve');
  assertSignable(content);
}

/** Throw 409 for an item whose media are not all files of the library. */
function assertSignable(content: Content): void {
  const obstacle = signingObstacle(content);
  if (obstacle === null) return;
  throw mediaNotInLibrary(obstacle, { extensions: { pointers: linkedMediaPointers(content) } });
}

/** Create the error for an approval without a passkey where the workspace requires one. */
export function passkeyRequiredError(
  detail = 'The workspace requires approval by passkey. Approve in the dashboard; an API key and a review link cannot approve.',
): ApiError {
  return passkeyRequired(detail);
}

function contentChangedError(content_hash: string): ApiError {
  const detail = 'The content item has a different content_hash. Retrieve it again before you decide.';
  return contentChanged(detail, { extensions: { content_hash } });
}

function actionError(content: Content, action: ApprovalAction): ApiError {
  const status = approvalStatusOf(content);
  const isOver = isClosed(content);
  const rows = Object.values(APPROVAL_ACTIONS).filter(({ from }) => (from as readonly string[]).includes(status));
  const allowed = isOver ? [] : [...new Set(rows.map(({ to }) => to))];
  const current = isOver ? content.status : status;
  const extensions = { current, requested: APPROVAL_ACTIONS[action].to, allowed };
  const verb = action.replace('-', ' ');
  return stateTransitionError(`The action "${verb}" is not allowed while the approval is ${current}.`, extensions);
}

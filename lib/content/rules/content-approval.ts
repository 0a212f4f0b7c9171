import type { Assertion } from '../../core/crypto/webauthn-assertion.ts';

/** An agent key that wrote or submitted something: its id and name, and the member who is responsible for it. */
export interface WritingAgent {
  id: string;
  name: string;
  user_id: string;
}

/** The statuses of an approval. `not_submitted`: withdrawn, or revoked by an edit. */
export const APPROVAL_STATUSES = ['not_submitted', 'pending_approval', 'changes_requested', 'approved'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The fields that an edit can change and that an approval covers. */
// biome-ignore format: one list.
export const APPROVED_FIELDS = [
  'title', 'description', 'platforms', 'accounts', 'media', 'thread', 'first_comment', 'platform_options',
] as const;
export type ApprovedField = (typeof APPROVED_FIELDS)[number];

/** The decisions about a submission. A withdrawal is one where there was no other. */
export const VERSION_DECISIONS = ['approved', 'changes_requested', 'withdrawn'] as const;

/** What was decided about a submission. `decided_by`: a member or a review link, which also has the name of its reviewer. */
export interface VersionDecision {
  status: (typeof VERSION_DECISIONS)[number];
  decided_by: string;
  decided_by_name: string | null;
  decided_at: string;
  note: string | null;
}

/**
 * The last submission that a person has approved or returned for changes, with its place. It is kept, however many follow:
 * what has changed since is what people have not seen.
 */
export interface ReviewedVersion {
  submission: number;
  slot: number;
  decision: VersionDecision;
}

/** What proves that a person approved an item with a passkey. `certificate` proves that the public key is that of a passkey. */
export interface ApprovalEvidence {
  statement: string;
  assertion: Assertion;
  credential_id: string;
  public_key: string;
  certificate: string;
}

/** The approval of an item. An item that was never submitted has none. Times are ISO 8601. */
export interface Approval {
  status: ApprovalStatus;
  /** The hash of the content that was submitted, or approved. */
  content_hash: string;
  requested_by: string;
  requested_at: string;
  agent?: WritingAgent; // With whose key the member submitted it. Absent for a person or another program.
  /** Who approved, requested changes, withdrew, or revoked by an edit: a member or a review link. Null while pending. */
  decided_by: string | null;
  decided_by_name: string | null; // The name of the external reviewer; null for a member.
  decided_at: string | null;
  note: string | null; // Of the last action.
  changed_fields?: ApprovedField[]; // Since the last decision. Absent of an item that an earlier version stored.
  submission?: number; // How often the item was submitted. Absent of one that an earlier version stored.
  decision?: VersionDecision; // About the last submission. Absent until there is one.
  reviewed?: ReviewedVersion; // Before the last submission. Absent until there is one.
  evidence?: ApprovalEvidence; // The signature of a passkey. Only while approved, and absent of an approval without one.
}

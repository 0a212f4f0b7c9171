import type { Platform } from '../../../platforms/platform.ts';
import type { Content, LinkCard } from '../content.ts';
import type { Approval, ApprovalStatus, ReviewedVersion, VersionDecision, WritingAgent } from '../content-approval.ts';
import { withMediaReferences } from '../media-references.ts';
import { filesOf } from './approval-statement.ts';
import type { ApprovalAction } from './approval-states.ts';

/** The last submissions of an item that are kept, beside the last one that was decided. The next one replaces the oldest. */
export const MAX_VERSIONS = 10;
/** The place of a submission whose own place has the last one that was decided. */
const FURTHER_SLOT = MAX_VERSIONS;

/** How long a submission is kept, as review comments are: an item is planned at most 366 days ahead. */
export const VERSION_RETENTION_DAYS = 400;

/** What was submitted for approval: the fields that an approval covers, as they were then. Never changed. */
export interface ContentVersion extends ReturnType<typeof submittedFields> {
  workspace_id: string;
  content_id: string;
  submission: number; // From 1.
  /** The place among those that are kept. */
  slot: number;
  content_hash: string;
  submitted_by: string;
  submitted_at: string;
  agent: WritingAgent | null; // With whose key the member submitted it.
  note: string | null;
  /** What was decided about the submission before. The item has only the last decision. */
  previous_decision: VersionDecision | null;
}

/**
 * Count the submissions of an item in its approval, and remember what was decided about the last one. An edit or a
 * withdrawal after a decision does not change it: the person who decides again has seen this submission.
 */
export function withDecision(action: ApprovalAction, before: Approval | null, after: Approval): Approval {
  if (action === 'submit') {
    const reviewed = before ? lastReviewed(before) : undefined;
    return { ...after, submission: (before?.submission ?? 0) + 1, ...(reviewed ? { reviewed } : {}) };
  }
  const { decided_by, decided_by_name, decided_at, note } = after;
  if (decided_by === null || decided_at === null || (action === 'withdraw' && after.decision)) return after;
  return { ...after, decision: { status: DECIDED[after.status], decided_by, decided_by_name, decided_at, note } };
}

function lastReviewed({ submission, decision, reviewed }: Approval): ReviewedVersion | undefined {
  if (!submission || !decision || decision.status === 'withdrawn') return reviewed;
  return { submission, slot: slotOf(submission, reviewed), decision };
}

const DECIDED: Record<ApprovalStatus, VersionDecision['status']> = {
  approved: 'approved',
  changes_requested: 'changes_requested',
  not_submitted: 'withdrawn',
  pending_approval: 'withdrawn',
};

/** Build the version of an item that was submitted just now. `before` is the item before its submission. */
export function newContentVersion(before: Content, after: Content): ContentVersion {
  const { requested_by, requested_at, agent = null, content_hash, note, submission = 1, reviewed } = after.approval!;
  return {
    workspace_id: after.workspace_id,
    content_id: after.id,
    submission,
    slot: slotOf(submission, reviewed),
    content_hash,
    submitted_by: requested_by,
    submitted_at: requested_at,
    agent,
    note,
    previous_decision: before.approval?.decision ?? null,
    ...submittedFields(after),
  };
}

function submittedFields(content: Content) {
  const { title, description, platforms, accounts, media, thread, first_comment, platform_options } =
    withMediaReferences(content);
  const files = filesOf(content).map(({ media_id, sha256 }) => ({ media_id, sha256 }));
  const link_cards = (content.link_cards ?? []).map(toSubmittedCard);
  const fields = { title, description, media, thread, first_comment, platform_options };
  return { ...fields, platforms, accounts: accounts.map(({ id }) => id), files, link_cards };
}

/** A card as it was submitted, with the hash of its image in place of a URL, which would expire. */
function toSubmittedCard({ image, ...card }: LinkCard): SubmittedCard {
  return { ...card, image_sha256: image?.hash ?? null };
}

type SubmittedCard = Omit<LinkCard, 'image'> & { platform: Platform; image_sha256: string | null };

function slotOf(submission: number, reviewed: ReviewedVersion | undefined): number {
  const slot = submission % MAX_VERSIONS;
  return slot === reviewed?.slot ? FURTHER_SLOT : slot;
}

/** List the places that the submissions of an item take. */
export function slotsOf({ approval }: Pick<Content, 'approval'>): number[] {
  const count = approval?.submission ?? 0;
  const slots = Array.from({ length: Math.min(count, MAX_VERSIONS) }, (_, index) => (index + 1) % MAX_VERSIONS);
  return count > MAX_VERSIONS ? [...slots, FURTHER_SLOT] : slots;
}

/** Return the versions of an item as the API shows them, newest first, each with what was decided about it. */
export function toVersionViews(versions: ContentVersion[], { approval }: Pick<Content, 'approval'>) {
  const { submission: last = 0, reviewed } = approval ?? {};
  const ordered = versions
    .filter(({ submission }) => submission > last - MAX_VERSIONS || submission === reviewed?.submission)
    .sort((one, other) => other.submission - one.submission);
  return ordered.map(({ workspace_id: _, slot: __, previous_decision: ___, ...version }, index) => {
    const next = ordered[index - 1];
    if (version.submission === reviewed?.submission) return { ...version, decision: reviewed.decision };
    const decision = version.submission === last ? approval?.decision : next?.previous_decision;
    return { ...version, decision: decision ?? null };
  });
}

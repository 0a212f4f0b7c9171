import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import type { Content, ContentStatus } from '../content.ts';
import { linkedMediaPointers } from '../media-references.ts';
import { withCancellation } from '../reported-changes.ts';
import { hasSignedTimes } from './approval-statement.ts';
import { contentHash } from './content-hash.ts';

/** What of the settings decides whether an item needs an approval, and by what. */
export type Requirement = Pick<WorkspaceSettings, 'approval' | 'approval_method'>;

/** Return whether an item needs an approval: its workspace requires it, or an agent wrote a part of it. */
export function requiresApproval(content: Content, settings: Requirement): boolean {
  return settings.approval === 'required' || content.agents.length > 0;
}

/**
 * Return whether an item must not be published: it needs an approval of exactly this content, and of its bytes and times
 * where the workspace requires passkeys. The worker also verifies their signature.
 */
export function lacksApproval(content: Content, settings: Requirement): boolean {
  if (!requiresApproval(content, settings)) return false;
  const { approval } = content;
  if (approval?.status !== 'approved' || approval.content_hash !== contentHash(content)) return true;
  if (settings.approval_method !== 'passkey') return false;
  return linkedMediaPointers(content).length > 0 || !hasSignedTimes(content, approval);
}

/** Return why an item cannot be signed, or null: a signature binds the bytes of its media, which a URL does not have. */
export function signingObstacle(content: Content): string | null {
  const [pointer] = linkedMediaPointers(content);
  if (pointer === undefined) return null;
  return `An approval by passkey is for the bytes of each file, and ${pointer} names media by URL. Add the file to the media library with POST /v1/media, and name its media_id.`;
}

/** Return whether an approved item needs another approval: by a passkey, or for its present times. */
export function needsRenewal(content: Content, settings: Requirement): boolean {
  if (settings.approval_method !== 'passkey' || isClosed(content)) return false;
  return content.approval?.status === 'approved' && lacksApproval(content, settings);
}

/** Return why an item must not be published for want of an approval, or null when it may be. */
export function missingApproval(content: Content, settings: Requirement): string | null {
  if (!lacksApproval(content, settings)) return null;
  const obstacle = settings.approval_method === 'passkey' ? signingObstacle(content) : null;
  if (obstacle !== null) return obstacle;
  if (needsRenewal(content, settings)) return 'The approval has no signature of a passkey for the times of this item.';
  const reason =
    settings.approval === 'required' ? 'The workspace requires approval' : 'An agent wrote the content item';
  return `${reason}, and the content item is not approved.`;
}

/**
 * Record that a change has taken from the pending entries of an item the approval that its workspace requires. They are
 * not published unless the item is approved again.
 */
export function recordLostApproval(before: Content, after: Content, settings: Requirement) {
  const pending = (content: Content) =>
    Object.values(content.targets).flatMap(({ status, schedule_id }) => (status === 'pending' ? schedule_id : []));
  const left = pending(after).filter((id) => pending(before).includes(id));
  if (left.length === 0 || lacksApproval(before, settings) || !lacksApproval(after, settings)) return after;
  return withCancellation(after, 'approval_lost', left);
}

/** Statuses in which nothing of an item is left to publish. */
const CLOSED: readonly ContentStatus[] = ['published', 'cancelled'];

/** Return whether nothing of an item is left to publish. */
export function isClosed({ status }: Pick<Content, 'status'>): boolean {
  return CLOSED.includes(status);
}

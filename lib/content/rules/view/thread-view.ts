import type { Content, Target } from '../content.ts';
import { type PartKind, partsFor, publishesAtOnce } from '../post/thread.ts';
import type { EntryError } from '../schedule-entry.ts';

/** The statuses of a part. `not_sent`: it was not sent, and is not unless the target is retried. */
export const PART_STATUSES = ['pending', 'publishing', 'published', 'failed', 'unconfirmed', 'not_sent'] as const;
export type PartStatus = (typeof PART_STATUSES)[number];

/** The kinds of parts. `comment`: the first comment. */
export const PART_KINDS = ['post', 'reply', 'comment'] as const satisfies PartKind[];

/** A part of a target as callers see it. */
export interface PartView {
  index: number;
  kind: PartKind;
  status: PartStatus;
  platform_post_id: string | null;
  url: string | null;
  published_at: string | null;
  error: EntryError | null;
}

/** What the status of a target says about the part that is next, and about those after it. */
const STATUSES: Record<Target['status'], { next: PartStatus; later: PartStatus }> = {
  pending: { next: 'pending', later: 'pending' },
  publishing: { next: 'publishing', later: 'pending' },
  unconfirmed: { next: 'unconfirmed', later: 'pending' },
  failed: { next: 'failed', later: 'not_sent' },
  partially_published: { next: 'failed', later: 'not_sent' },
  cancelled: { next: 'not_sent', later: 'not_sent' },
  // By hand, or by an earlier version: without its parts.
  published: { next: 'published', later: 'published' },
};

/** Build the parts of a target, in order: none for an item that is one post there. */
export function toPartViews(content: Content, target: Target): PartView[] {
  const all = partsFor(content, target.platform);
  if (all.length === 1) return [];
  const { parts = [], status, error } = target;
  const isAtOnce = publishesAtOnce(target.platform);
  return all.map(({ kind }, index): PartView => {
    const live = parts[index];
    if (live) return { index, kind, status: 'published', ...live, error: null };
    const unsent = { platform_post_id: null, url: null, published_at: null };
    const isNext = index === parts.length || isAtOnce;
    const { next, later } = STATUSES[status];
    return { index, kind, status: isNext ? next : later, ...unsent, error: isNext ? error : null };
  });
}

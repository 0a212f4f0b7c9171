/** The revision of the protocol without sessions: each request states everything that it needs. */
export const CURRENT_REVISION = '2026-07-28';

/** Earlier revisions, newest first: their clients begin with `initialize`. */
const EARLIER_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Every supported revision, newest first. */
export const SUPPORTED_REVISIONS: readonly string[] = [CURRENT_REVISION, ...EARLIER_REVISIONS];

/** Whose rules a request follows: those of the current revision, or those before it. */
export type Era = 'current' | 'earlier';

/** Return the revision in which `initialize` is answered: the requested one, or the newest of the earlier ones. */
export function negotiateRevision(requested: unknown): string {
  return EARLIER_REVISIONS.find((revision) => revision === requested) ?? EARLIER_REVISIONS[0];
}

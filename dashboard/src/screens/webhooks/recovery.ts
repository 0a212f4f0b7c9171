/** How far a recovery is: how many deliveries it queued, and how many of them it has sent again so far. */
export interface RecoveryProgress {
  count: number;
  remaining: number;
}

/** Say how far a recovery is. */
export function progressText({ count, remaining }: RecoveryProgress): string {
  const sent = Math.max(0, count - remaining);
  return `${sent} of ${count} ${count === 1 ? 'delivery' : 'deliveries'} sent again…`;
}

/** Say how many deliveries a recovery would send again. */
export function countText(count: number): string {
  if (count === 0) return 'No failed deliveries since then.';
  return count === 1 ? '1 failed delivery will be sent again.' : `${count} failed deliveries will be sent again.`;
}

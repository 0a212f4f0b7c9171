/** How far a recovery is: how many deliveries it queued, and how many of them it has sent so far. */
export interface RecoveryProgress {
  count: number;
  remaining: number;
}

/** Say how far a recovery is. */
export function progressText({ count, remaining }: RecoveryProgress): string {
  const sent = Math.max(0, count - remaining);
  return `${sent} of ${count} ${count === 1 ? 'delivery' : 'deliveries'} sent…`;
}

/** Say how many deliveries a recovery would send: those that failed, and the events that were missed. */
export function countText(count: number): string {
  if (count === 0) return 'No failed or missed deliveries since then.';
  return count === 1 ? '1 delivery will be sent.' : `${count} deliveries will be sent.`;
}

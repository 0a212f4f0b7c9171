import { t } from '../../language/texts.ts';

/** How far a recovery is: how many deliveries it queued, and how many of them it has sent so far. */
export interface RecoveryProgress {
  count: number;
  remaining: number;
}

/** Say how far a recovery is. */
export function progressText({ count, remaining }: RecoveryProgress): string {
  return t('webhooks.progress', { sent: Math.max(0, count - remaining), count });
}

/** Say how many deliveries a recovery would send: those that failed, and the events that were missed. */
export function countText(count: number): string {
  return t('webhooks.recoverCount', { count });
}

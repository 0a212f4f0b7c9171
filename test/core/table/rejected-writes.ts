import { periodOf } from '../../../lib/analytics/rules/time-buckets.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import type { Item } from '../../../lib/core/table/schema.ts';
import { invitationEmailCountWrites } from '../../../lib/identity/store/invitation-email-counts.ts';
import { invitationWrites } from '../../../lib/identity/store/invitations.ts';
import { newEndpointWrites } from '../../../lib/webhooks/store/webhook-endpoints.ts';
import { NOW_MS, one } from './stored-items.ts';

/** Return the day of `NOW_MS`. */
export function dayOfNow() {
  return between('2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z');
}

/** Return the hour of the stored figures. */
export function hourOfAt() {
  return between('2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z');
}

/** Return the period between two times. */
export function between(from: string, to: string) {
  const period = periodOf({ from, to }, new Date(NOW_MS + 86_400_000));
  if ('problem' in period) throw new Error(period.problem.detail);
  return period;
}

/** The code with which an address or a URL that is taken is rejected. */
export async function invited(email: string): Promise<string> {
  const invitation = { ...one<Item>('Invitation'), id: `inv_${'8'.repeat(26)}`, email };
  return rejection(commit(invitationWrites(invitation as never, NOW_MS)));
}

/** The outcomes of counting two emails of the workspace, of which 499 were sent on that day. */
export async function invitedTwice(): Promise<string[]> {
  const outcomes: string[] = [];
  for (const email of ['one@example.com', 'two@example.com']) {
    const invitation = { ...one<Item>('Invitation'), email, mail: 'pending' };
    const outcome = await rejection(commit(invitationEmailCountWrites(invitation as never, NOW_MS)));
    outcomes.push(outcome === 'accepted' ? 'sent' : outcome);
  }
  return outcomes;
}

/** Return the code with which an endpoint is rejected, or `accepted`. */
export async function registered(url: string, max = 20): Promise<string> {
  const endpoint = { ...one<Item>('Endpoint'), id: `wh_${'8'.repeat(26)}`, url };
  return rejection(commit(newEndpointWrites(endpoint as never, max)));
}

/** Return the code with which a commit is rejected, or `accepted`. */
export async function rejection(commit: Promise<void>): Promise<string> {
  return commit.then(
    () => 'accepted',
    (error: { code?: string }) => String(error.code),
  );
}

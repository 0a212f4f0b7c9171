import { randomUUID } from 'node:crypto';
import { commit, tryCommit } from '../table/commit.ts';
import { load } from '../table/read.ts';
import { type Item, keyOf, toItem } from '../table/schema.ts';
import { DAY_MS } from '../values/timestamps.ts';
import { emailCountWrite } from './email-counts.ts';
import { sentEmailEntity } from './entities.ts';

/** Longer than its message can be in the queue and, until it is redriven, in the dead-letter queue. */
const RETENTION_MS = 21 * DAY_MS;

interface SentEmail {
  workspace_id: string;
  id: string;
  status: 'sending' | 'done';
  holder?: string; // Of the lease: different for each attempt, so that no two leases are equal.
  expires_at_ms: number; // Of the lease, then of the record.
}

/** Names an email. `counter`: that of the day (UTC) that it counts for; absent for one without a limit. */
export type EmailName = Pick<SentEmail, 'workspace_id' | 'id'> & { counter?: string };

/**
 * Take the lease of an email until `untilMs`. Returns `done` when it was sent or rejected; throws while another worker
 * has the lease.
 */
export async function leaseEmail(name: EmailName, untilMs: number, nowMs: number): Promise<'leased' | 'done'> {
  const { workspace_id, id } = name;
  const lease = emailItem({ workspace_id, id, status: 'sending', holder: randomUUID(), expires_at_ms: untilMs });
  if (await tryCommit([{ put: lease, condition: { expiredBefore: nowMs } }])) return 'leased';
  const email = await load<SentEmail>(keyOf(sentEmailEntity, { workspace_id, id }));
  if (email?.status === 'done') return 'done';
  // The message stays in the queue: the other worker may crash.
  throw new Error('Another worker is sending the email.');
}

/** Record that an email was sent, or rejected permanently, and count it. */
export async function completeEmail(name: EmailName, nowMs: number): Promise<void> {
  const { workspace_id, id, counter } = name;
  const done = emailItem({ workspace_id, id, status: 'done', expires_at_ms: nowMs + RETENTION_MS });
  const counted = counter === undefined ? [] : [emailCountWrite(workspace_id, counter, nowMs)];
  await commit([{ put: done, condition: 'any' }, ...counted]);
}

/** End the lease of an email that was not sent, so that the next attempt need not wait for its end. */
export async function releaseEmail({ workspace_id, id }: EmailName, nowMs: number): Promise<void> {
  const ended = emailItem({ workspace_id, id, status: 'sending', expires_at_ms: nowMs });
  await commit([{ put: ended, condition: 'any' }]);
}

function emailItem(email: SentEmail): Item {
  return toItem(sentEmailEntity, email, {}, email.expires_at_ms);
}

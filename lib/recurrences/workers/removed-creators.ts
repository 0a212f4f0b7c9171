import { queueEmail } from '../../core/email/queue-email.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { SecurityMessage } from '../../identity/workers/send-security-email.ts';
import { loadRecurrencesOf } from '../store/recurrences.ts';

/** Queue the email that tells the owners that the recurrences of a removed member go on. */
export async function onRecurrenceCreatorRemoved(
  before: Member | null,
  after: Member | null,
  nowMs: number,
): Promise<void> {
  if (!before || after) return;
  const { workspace_id, id: user_id } = before;
  if ((await loadRecurrencesOf(workspace_id, user_id)).length === 0) return;
  const message: SecurityMessage = { kind: 'recurrences_left', workspace_id, user_id, at: formatInstant(nowMs) };
  await queueEmail(message, workspace_id);
}

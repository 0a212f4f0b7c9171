import { queueEmail } from '../../core/email/queue-email.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { isId } from '../../core/values/id.ts';
import type { AccessChange } from '../rules/access-change.ts';
import type { ApiKey } from '../rules/api-key.ts';
import type { Passkey } from '../rules/passkey.ts';
import type { SecurityMessage } from './send-security-email.ts';

/** Queue the email about a new passkey. */
export async function onPasskeyChanged(before: Passkey | null, after: Passkey | null): Promise<void> {
  if (before !== null || after === null) return;
  const { workspace_id, user_id, id: passkey_id, created_at: at } = after;
  await queue({ kind: 'passkey_added', workspace_id, user_id, passkey_id, at });
}

/**
 * Queue the email about an API key that a session has created or rolled. Programs that rotate their keys cause none: the
 * audit log has those.
 */
export async function onKeySecretIssued(
  before: ApiKey | null,
  after: ApiKey | null,
  _nowMs: number,
  by: AuditStamp | null,
): Promise<void> {
  if (after === null || !isId('session', by?.client_id ?? '')) return;
  const { workspace_id, user_id, client_id, created_at, rerolled_at } = after;
  if (before === null) await queue({ kind: 'key_created', workspace_id, user_id, client_id, at: created_at });
  if (before === null || before.secret_number === after.secret_number || rerolled_at === null) return;
  await queue({ kind: 'key_rolled', workspace_id, user_id, client_id, at: rerolled_at });
}

/** Queue the email about an API key that was revoked because a code or a refresh token was used twice. */
export async function onTokenReused(before: ApiKey | null, after: ApiKey | null): Promise<void> {
  if (!after?.revoked_for_reuse || before?.revoked_for_reuse || after.revoked_at === null) return;
  const { workspace_id, user_id, client_id, revoked_at: at } = after;
  await queue({ kind: 'token_reused', workspace_id, user_id, client_id, at });
}

/** Queue the emails about a change by a session of who approves and publishes, or of their credentials. */
export async function onAccessChanged(
  workspace_id: string,
  change: Omit<AccessChange, 'kind'> | null,
  by: AuditStamp | null,
): Promise<void> {
  if (change === null || by?.user_id == null || !isId('session', by.client_id ?? '')) return;
  await queue({ kind: 'access_changed', workspace_id, user_id: by.user_id, ...change, at: by.at });
}

async function queue(message: SecurityMessage): Promise<void> {
  await queueEmail(message, message.workspace_id);
}

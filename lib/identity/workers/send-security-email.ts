import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { settings } from '../../core/config/settings.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { loadEmailCount } from '../../core/email/email-counts.ts';
import { sendEmail } from '../../core/email/send-email.ts';
import { sendOnce } from '../../core/email/send-once.ts';
import { log } from '../../core/observability/log.ts';
import { MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY } from '../../core/rate-limit/limits.ts';
import { type Addition, buildSecurityEmail, type Reuse } from '../rules/security-email.ts';
import { loadMember } from '../store/members.ts';
import { loadWorkspace } from '../store/workspaces.ts';

/** Names the email about what a session of a member has added, or about a token that was used twice, and when. */
export type SecurityMessage = (Addition | Reuse) & { workspace_id: string; user_id: string; at: string };

/**
 * Send a member the email about what one of their sessions has added, once, unless they have received the maximum of the
 * day. Skips a removed member, whose keys and passkeys have no effect.
 */
export async function sendSecurityEmail(message: SecurityMessage, nowMs: number): Promise<void> {
  const sender = settings().emailSender;
  const { workspace_id, user_id, at, kind } = message;
  const [member, workspace] = await Promise.all([loadMember(workspace_id, user_id), loadWorkspace(workspace_id)]);
  if (sender === null || !member || !workspace) return;
  const counter = `security/${user_id}`;
  if ((await loadEmailCount(workspace_id, counter, nowMs)) >= MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY) {
    log.warn('security email dropped: the member has received the maximum of a day', { workspace_id, user_id });
    return;
  }
  const added = message.kind === 'passkey_added' ? message.passkey_id : message.client_id;
  const name = { workspace_id, id: sha256(`${kind}/${added}/${at}`), counter };
  const dashboardOrigin = dashboardOriginOfWorker();
  const email = buildSecurityEmail(message, { workspace: workspace.name, at, dashboardOrigin });
  const send = () => sendEmail(sender, { to: member.email, ...email }, 'security', { workspace_id, user_id });
  await sendOnce(name, send, nowMs);
}

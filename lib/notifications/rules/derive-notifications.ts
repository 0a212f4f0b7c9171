import type { Account } from '../../accounts/rules/account.ts';
import { nextMonthMs } from '../../accounts/rules/metrics-budget.ts';
import type { Content, Target } from '../../content/rules/content.ts';
import { newlyFailedTargets } from '../../content/rules/target-outcomes.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { WebhookEndpoint } from '../../webhooks/rules/webhook-endpoint.ts';
import { NOTHING_FURTHER, type NotificationDraft } from './notification.ts';

/** Failures that a member has caused, and knows. */
const CAUSED_BY_MEMBER = ['resolved_as_failed', 'item_deleted', 'deleted_unconfirmed'];

/** Derive the notifications of a change of an item: about targets that failed, and about its approval. */
export function contentNotifications(before: Content | null, after: Content): NotificationDraft[] {
  const failed = newlyFailedTargets(before, after).filter(
    ({ status, error }) => status !== 'unconfirmed' && !CAUSED_BY_MEMBER.includes(error?.code ?? ''),
  );
  return [
    ...failed.map((target) => ({
      ...aboutTarget(after, target),
      kind: 'post_failed' as const,
      created_at: after.updated_at,
      dedupKey: `${target.schedule_id}/${target.status}`,
    })),
    ...requestedApproval(before, after),
    ...decidedApproval(before, after),
  ];
}

/** Build the notification about a target whose outcome is still unknown `createdAt` (ISO 8601), since `since`. */
export function unconfirmedNotification(
  content: Content,
  target: Target,
  { since, createdAt }: { since: string; createdAt: string },
): NotificationDraft {
  const dedupKey = `${target.schedule_id}/${since}`;
  return { ...aboutTarget(content, target), kind: 'post_unconfirmed', created_at: createdAt, dedupKey };
}

/** Derive the notifications of a change of an account: about its credentials, and about its budget. */
export function accountNotifications(before: Account | null, after: Account): NotificationDraft[] {
  const about = {
    ...NOTHING_FURTHER,
    ...{ resource_type: 'account' as const, resource_id: after.id, account_id: after.id },
    ...{ title: after.name, platform: after.platform },
  };
  const { reconnect_reason: reason, token_expires_at, metrics_budget_used_up_at: usedUpAt } = after;
  const isLost = after.status === 'needs_reconnect' && before?.status !== 'needs_reconnect';
  const isUsedUp = usedUpAt !== undefined && usedUpAt !== before?.metrics_budget_used_up_at;
  const lost: NotificationDraft = {
    ...{ ...about, kind: reason === 'token_expires' ? 'token_expires' : 'account_needs_reconnect', reason },
    ...{ due_at: token_expires_at, created_at: after.updated_at, dedupKey: `${after.id}/${after.version}` },
  };
  return [...(isLost ? [lost] : []), ...(isUsedUp ? [usedUpNotification(about, usedUpAt)] : [])];
}

/** Derive the notification of a change that disabled a webhook endpoint of people. That of an agent ends often. */
export function endpointNotifications(before: WebhookEndpoint | null, after: WebhookEndpoint): NotificationDraft[] {
  if (after.agent || after.status !== 'disabled' || before?.status === 'disabled') return [];
  const { id, url, disabled_reason: detail, updated_at: created_at, version } = after;
  return [
    {
      ...{ ...NOTHING_FURTHER, kind: 'webhook_disabled', resource_type: 'webhook', resource_id: id, detail },
      // The rest of a URL may contain a secret.
      ...{ title: new URL(url).host, created_at, dedupKey: `${id}/${version}` },
    },
  ];
}

function usedUpNotification(
  about: Omit<NotificationDraft, 'kind' | 'created_at' | 'dedupKey'>,
  at: string,
): NotificationDraft {
  const due_at = formatInstant(nextMonthMs(Date.parse(at)));
  return { ...about, kind: 'budget_used_up', due_at, created_at: at, dedupKey: `${about.resource_id}/${at}` };
}

function requestedApproval(before: Content | null, after: Content): NotificationDraft[] {
  const { approval } = after;
  if (approval?.status !== 'pending_approval' || before?.approval?.requested_at === approval.requested_at) return [];
  const { note: detail, requested_by: actor_id, requested_at: created_at } = approval;
  // What an agent wrote concerns also the member who is responsible for it.
  const authors = after.agents.length > 0 ? {} : { author_ids: [...new Set([after.created_by, ...after.editors])] };
  return [
    {
      ...{ ...aboutContent(after), kind: 'approval_requested', detail, actor_id, ...authors },
      ...{ created_at, dedupKey: `${after.id}/${created_at}` },
    },
  ];
}

/** The author and the requester receive the decision, except for the one who made it. */
function decidedApproval(before: Content | null, after: Content): NotificationDraft[] {
  const { approval } = after;
  const decidedAt = approval?.decided_at;
  if (!decidedAt || decidedAt === before?.approval?.decided_at) return [];
  const { status: reason, note: detail, decided_by: actor_id, decided_by_name: actor_name } = approval;
  if (reason !== 'approved' && reason !== 'changes_requested') return [];
  const recipients = new Set([after.created_by, approval.requested_by]);
  return [...recipients]
    .filter((id) => id !== actor_id)
    .map((user_id) => ({
      ...{ ...aboutContent(after), kind: 'approval_decided', user_id, reason, detail, actor_id, actor_name },
      ...{ created_at: decidedAt, dedupKey: `${after.id}/${decidedAt}/${user_id}` },
    }));
}

function aboutContent({ id, title, scheduled_at }: Content) {
  return { ...NOTHING_FURTHER, resource_type: 'content' as const, resource_id: id, title, due_at: scheduled_at };
}

function aboutTarget(content: Content, { platform, account_id, scheduled_at, error }: Target) {
  const outcome = { reason: error?.code ?? null, detail: error?.message ?? null };
  return { ...aboutContent(content), platform, account_id, due_at: scheduled_at, ...outcome };
}

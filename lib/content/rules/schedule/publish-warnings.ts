import { willNeedReconnect } from '../../../accounts/rules/account-token-lifecycle.ts';
import type { PublishingState, PublishingStates } from '../../../accounts/rules/publish-limit.ts';
import { isSandboxAccountId } from '../../../accounts/rules/sandbox-account.ts';
import type { WorkspaceSettings } from '../../../identity/rules/workspace-settings.ts';
import { findViolations, requiresMedia } from '../../../platforms/content-rules.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../../platforms/platforms.ts';
import { findSandboxMarker } from '../../../platforms/sandbox/facts/outcomes.ts';
import { missingApproval } from '../approval/required-approval.ts';
import { type Content, type ContentStatus, postFor } from '../content.ts';
import { destinationsOf } from '../content-targets.ts';
import { partsFor } from '../post/thread.ts';
import type { ScheduledLocal } from '../scheduled-local.ts';
import { CHECKED_WARNING_CODES, type WarningCode } from '../sends/publish-failure-reasons.ts';

/** A problem of a target that can be fixed before its due time. */
export interface PublishWarning {
  code: WarningCode;
  platform: Platform;
  account_id: string | null;
  detail: string;
}

/**
 * A target that is not published yet, and the time at which it will be; null without a time. `accountId` is null where
 * the default account of the platform counts.
 */
export type UnsentTarget = {
  platform: Platform;
  accountId: string | null;
  scheduledAt: string | null;
  scheduledLocal?: ScheduledLocal | null | undefined;
};

const NO_ACCOUNT: PublishingState = { account: null, limit: null };

type PlannedPost = PublishingState & UnsentTarget & { content: Content; settings: WorkspaceSettings; nowMs: number };

/** How each problem is foreseen: the public explanation, or null when the post does not have it. */
const CHECKS: Record<(typeof CHECKED_WARNING_CODES)[number], (post: PlannedPost) => string | null> = {
  not_approved: ({ content, settings }) => missingApproval(content, settings),
  account_missing: ({ account, accountId, platform }) => {
    if (account !== null) return null;
    if (accountId !== null) return `The account ${accountId} is no longer connected.`;
    return `No ${PLATFORM_TABLE[platform].displayName} account is connected.`;
  },
  account_needs_reconnect: ({ account, platform, scheduledAt, nowMs }) => {
    const dueMs = scheduledAt === null ? null : Date.parse(scheduledAt);
    if (account === null || !willNeedReconnect(account, dueMs, nowMs)) return null;
    const name = PLATFORM_TABLE[platform].displayName;
    return `The access token of the ${name} account will not be valid when the post is due. Reconnect the account.`;
  },
  media_required: ({ content, platform }) => {
    if (!requiresMedia(platform)) return null;
    return (
      findViolations({ platform, ...postFor(content, platform) }).find(({ isMissing }) => isMissing)?.detail ?? null
    );
  },
  rate_limited: ({ account, limit, platform, scheduledAt, nowMs }) => {
    if (account === null || limit?.account_id !== account.id) return null;
    const dueMs = scheduledAt === null ? nowMs : Math.max(Date.parse(scheduledAt), nowMs);
    if (Date.parse(limit.until) <= dueMs) return null;
    const name = PLATFORM_TABLE[platform].displayName;
    return `The account has reached a rate limit of ${name}. The post is delayed until ${limit.until}.`;
  },
  local_time_skipped: ({ scheduledAt, scheduledLocal }) => {
    if (scheduledLocal?.clock !== 'gap') return null;
    const { local, time_zone } = scheduledLocal;
    return `The clock of ${time_zone} skips ${local}. The post is scheduled later by the length of the gap, for ${scheduledAt}.`;
  },
  local_time_repeated: ({ scheduledAt, scheduledLocal }) => {
    if (scheduledLocal?.clock !== 'repeated') return null;
    const { local, time_zone } = scheduledLocal;
    return `The clock of ${time_zone} shows ${local} twice. The post is scheduled for the first time, ${scheduledAt}.`;
  },
  sandbox_marker: ({ account, content, platform }) => {
    const marker = findSandboxMarker(
      partsFor(content, platform)
        .map(({ text }) => text)
        .join('\n'),
    );
    if (account === null || isSandboxAccountId(account.id) || marker === null) return null;
    const name = PLATFORM_TABLE[platform].displayName;
    return `The text contains [[${marker}]], which only has an effect for sandbox accounts. ${name} publishes it unchanged.`;
  },
};

/** List the problems that can still be fixed, by target and in the order in which publishing would meet them. */
export function listWarnings(
  content: Content,
  targets: UnsentTarget[],
  states: PublishingStates,
  nowMs: number,
): PublishWarning[] {
  return targets.flatMap((target) => {
    const accountId = target.accountId ?? states.defaults[target.platform] ?? null;
    const state = accountId === null ? NO_ACCOUNT : (states.accounts.get(accountId) ?? NO_ACCOUNT);
    const post = { ...target, accountId, ...state, content, settings: states.settings, nowMs };
    return CHECKED_WARNING_CODES.flatMap((code): PublishWarning[] => {
      const detail = CHECKS[code](post);
      if (detail === null) return [];
      return [{ code, platform: target.platform, account_id: accountId, detail }];
    });
  });
}

const UNSCHEDULED: readonly ContentStatus[] = ['draft', 'pending_approval', 'changes_requested', 'approved'];

/** List the targets of an item that will be sent: the pending ones, and every destination of an item without a time. */
export function listUnsentTargets(content: Content): UnsentTarget[] {
  const { status, targets } = content;
  return destinationsOf(content).flatMap(({ key, platform, accountId }): UnsentTarget[] => {
    const target = targets[key];
    if (target?.status === 'pending') {
      const { account_id, scheduled_at, scheduled_local } = target;
      return [{ platform, accountId: account_id, scheduledAt: scheduled_at, scheduledLocal: scheduled_local }];
    }
    return UNSCHEDULED.includes(status) ? [{ platform, accountId, scheduledAt: null }] : [];
  });
}

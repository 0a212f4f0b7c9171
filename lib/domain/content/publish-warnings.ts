import { findViolations, requiresMedia } from '../../platforms/content-rules.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { isSandboxAccountId } from '../../platforms/sandbox/account-id.ts';
import { findSandboxMarker } from '../../platforms/sandbox/outcomes.ts';
import type { Account } from '../accounts/account.ts';
import { willNeedReconnect } from '../accounts/account-token-lifecycle.ts';
import type { PublishLimit } from '../accounts/publish-limit.ts';
import type { Platform } from '../platform.ts';
import { type Content, type ContentStatus, textFor } from './content.ts';
import type { Publishable } from './content-validation.ts';
import { WARNING_CODES, type WarningCode } from './publish-failure-reasons.ts';

/** A problem of a target that can be fixed before its due time. */
export interface PublishWarning {
  code: WarningCode;
  platform: Platform;
  account_id: string | null;
  detail: string;
}

/** A platform an item is not published on yet, and the time at which it will be; null without a time. */
export type UnsentTarget = { platform: Platform; scheduledAt: string | null };

/** The account of a workspace on a platform, and the limit that was reached there last. Null where there is none. */
export interface PublishingState {
  account: Account | null;
  limit: PublishLimit | null;
}

type PlannedPost = PublishingState & UnsentTarget & { content: Publishable; nowMs: number };

/** How each problem is foreseen: the public explanation, or null when the post does not have it. */
const CHECKS: Record<WarningCode, (post: PlannedPost) => string | null> = {
  account_missing: ({ account, platform }) =>
    account === null ? `No ${PLATFORM_TABLE[platform].displayName} account is connected.` : null,
  account_needs_reconnect: ({ account, platform, scheduledAt, nowMs }) => {
    const dueMs = scheduledAt === null ? null : Date.parse(scheduledAt);
    if (account === null || !willNeedReconnect(account, dueMs, nowMs)) return null;
    const name = PLATFORM_TABLE[platform].displayName;
    return `The access token of the ${name} account is no longer valid when the post is due. Reconnect the account.`;
  },
  media_required: ({ content, platform }) => {
    if (!requiresMedia(platform)) return null;
    const post = { platform, text: textFor(content, platform), media: content.media };
    return findViolations(post).find(({ isMissing }) => isMissing)?.detail ?? null;
  },
  rate_limited: ({ account, limit, platform, scheduledAt, nowMs }) => {
    if (account === null || limit?.account_id !== account.id) return null;
    const dueMs = scheduledAt === null ? nowMs : Math.max(Date.parse(scheduledAt), nowMs);
    if (Date.parse(limit.until) <= dueMs) return null;
    const name = PLATFORM_TABLE[platform].displayName;
    return `The account has reached a limit of ${name} until ${limit.until}. The post is delayed until then.`;
  },
  sandbox_marker: ({ account, content, platform }) => {
    const marker = findSandboxMarker(textFor(content, platform));
    if (account === null || isSandboxAccountId(account.id) || marker === null) return null;
    const name = PLATFORM_TABLE[platform].displayName;
    return `The text contains [[${marker}]], which has an effect only for sandbox accounts. It is published on ${name} as it is.`;
  },
};

/** List the problems that can still be fixed, by target and in the order in which publishing would meet them. */
export function listWarnings(
  content: Publishable,
  targets: UnsentTarget[],
  states: ReadonlyMap<Platform, PublishingState>,
  nowMs: number,
): PublishWarning[] {
  return targets.flatMap((target) => {
    const state = states.get(target.platform) ?? { account: null, limit: null };
    const post = { ...target, ...state, content, nowMs };
    return WARNING_CODES.flatMap((code): PublishWarning[] => {
      const detail = CHECKS[code](post);
      if (detail === null) return [];
      return [{ code, platform: target.platform, account_id: state.account?.id ?? null, detail }];
    });
  });
}

const UNSCHEDULED: readonly ContentStatus[] = ['draft', 'pending_approval', 'changes_requested', 'approved'];

/** List the targets of an item that will be sent: the pending ones, and every platform of an item without a time. */
export function listUnsentTargets({ platforms, status, targets }: Content): UnsentTarget[] {
  return platforms.flatMap((platform): UnsentTarget[] => {
    const target = targets[platform];
    if (target?.status === 'pending') return [{ platform, scheduledAt: target.scheduled_at }];
    return UNSCHEDULED.includes(status) ? [{ platform, scheduledAt: null }] : [];
  });
}

import type { Account } from '../../accounts/rules/account.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { settings } from '../../core/config/settings.ts';
import { fetchPage } from '../../core/net/fetch-page.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import type { PlatformConnection } from '../../platforms/kit/publisher.ts';
import type { Platform } from '../../platforms/platform.ts';
import { stageUrlsOf } from '../../platforms/stage-urls.ts';
import { sandboxStore } from './sandbox-store.ts';

// Errors that only an operator of the service can fix.
const OPERATOR_ERROR_CODES = ['credits_depleted', 'version_retired'];

/** Return how this stage reads from the platform of an account, or from the account's own server. */
export function readConnection({ server, platform }: Account, deadlineMs: number): PlatformConnection {
  const stage = settings();
  return {
    baseUrl: server ?? stageUrlsOf(platform).api,
    deadlineMs,
    settings: stage,
    allowLoopback: stage.allowsLoopbackReceivers,
  };
}

/**
 * Return how this stage connects to the platform of an account, or to the account's own server. `deadlineMs` limits each
 * request; `attempt` is the number of the attempt at an entry.
 */
export function getPlatformConnection(account: Account, deadlineMs: number, attempt = 1): PlatformConnection {
  const connection = { ...readConnection(account, deadlineMs), fetchPage };
  return isSandboxAccountId(account.id) ? { ...connection, sandbox: sandboxStore(account, attempt) } : connection;
}

/** Count a rejected post or metrics poll when only an operator can fix the cause. */
export function countOperatorError({ code }: { code: string }, platform: Platform): void {
  if (OPERATOR_ERROR_CODES.includes(code)) emitMetric('PlatformAccessBlocked', 1, platform);
}

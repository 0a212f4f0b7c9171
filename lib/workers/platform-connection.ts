import { settings } from '../config/settings.ts';
import type { Platform } from '../domain/platform.ts';
import { downloadMedia } from '../net/download-media.ts';
import { fetchPage } from '../net/fetch-page.ts';
import { emitMetric } from '../observability/emit-metric.ts';
import type { PlatformConnection, PublishingAccount } from '../platforms/publisher.ts';

// Errors that only an operator of the service can fix.
const OPERATOR_ERROR_CODES = ['credits_depleted', 'version_retired'];

/**
 * Return how this stage connects to a platform. `deadlineMs` limits each request; `server` is the address of the
 * account's own server, where its platform has more than one.
 */
export function getPlatformConnection(
  platform: Platform,
  deadlineMs: number,
  { server }: Pick<PublishingAccount, 'server'>,
): PlatformConnection {
  const { platformUrls, linkedInVersion, blueskyUrls, allowsLoopbackReceivers } = settings();
  return {
    baseUrl: server ?? platformUrls[platform],
    deadlineMs,
    downloadMedia,
    linkedInVersion,
    appViewUrl: blueskyUrls.appView,
    fetchPage,
    allowsLoopback: allowsLoopbackReceivers,
  };
}

/** Count a rejected post or metrics poll when only an operator can fix the cause. */
export function countOperatorError({ code }: { code: string }, platform: Platform): void {
  if (OPERATOR_ERROR_CODES.includes(code)) emitMetric('PlatformAccessBlocked', 1, platform);
}

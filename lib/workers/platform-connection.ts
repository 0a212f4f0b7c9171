import { settings } from '../config/settings.ts';
import type { Platform } from '../domain/platform.ts';
import { downloadMedia } from '../net/download-media.ts';
import { emitMetric } from '../observability/emit-metric.ts';
import type { PlatformConnection } from '../platforms/publisher.ts';

// Errors that only an operator of the service can fix.
const OPERATOR_ERROR_CODES = ['credits_depleted', 'version_retired'];

/** Return how this stage connects to a platform. `deadlineMs` limits each request. */
export function getPlatformConnection(platform: Platform, deadlineMs: number): PlatformConnection {
  const { platformUrls, linkedInVersion } = settings();
  return { baseUrl: platformUrls[platform], deadlineMs, downloadMedia, linkedInVersion };
}

/** Count a rejected post or metrics poll when only an operator can fix the cause. */
export function countOperatorError({ code }: { code: string }, platform: Platform): void {
  if (OPERATOR_ERROR_CODES.includes(code)) emitMetric('PlatformAccessBlocked', 1, platform);
}

import type { Platform } from '../domain/platform.ts';
import { emitMetric } from '../observability/emit-metric.ts';

/** Errors that only an operator of the service can fix. */
const OPERATOR_ERROR_CODES = ['credits_depleted', 'version_retired'];

/** Counts a rejected post or metrics poll when only an operator can fix the cause. */
export function countOperatorError({ code }: { code: string }, platform: Platform): void {
  if (OPERATOR_ERROR_CODES.includes(code)) emitMetric('PlatformAccessBlocked', 1, platform);
}

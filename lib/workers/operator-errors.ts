import type { Platform } from '../domain/platform.ts';
import { emitMetric } from '../observability/emit-metric.ts';

/** What an operator of this service has to mend, and no workspace can. */
const OPERATOR_ERROR_CODES = ['credits_depleted', 'version_retired'];

/** Counts what a platform turned away, a post or a reading, when that is for the operator to mend. */
export function countOperatorError({ code }: { code: string }, platform: Platform): void {
  if (OPERATOR_ERROR_CODES.includes(code)) emitMetric('PlatformAccessBlocked', 1, platform);
}

import type { Platform } from '../domain/platform.ts';
import { measure } from '../metrics.ts';

/** What an operator of this service has to mend, and no workspace can. */
const OPERATOR_CODES = ['credits_depleted', 'version_retired'];

/** Counts what a platform turned away, a post or a reading, when that is for the operator to mend. */
export function countBlocked({ code }: { code: string }, platform: Platform): void {
  if (OPERATOR_CODES.includes(code)) measure('PlatformBlocked', 1, platform);
}

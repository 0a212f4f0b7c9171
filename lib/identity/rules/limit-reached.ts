import type { LimitName } from '../../core/config/limits.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { workspaceLimitReached } from '../problems.ts';

/** Build the 409 for what a limit of the workspace does not allow. */
export function limitReached(name: LimitName, { used, limit }: { used: number; limit: number }): ApiError {
  const detail = `The workspace has ${used} of ${limit} ${name}. The product or the operator can raise the limit.`;
  return workspaceLimitReached(detail, { extensions: { limit_name: name, limit, used } });
}

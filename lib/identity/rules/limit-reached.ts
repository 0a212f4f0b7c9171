import type { LimitName } from '../../core/config/limits.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { workspaceLimitReached } from '../problems.ts';
import type { StoredLimit } from './workspace-limits.ts';

/** Build the 409 for what a limit of the workspace does not allow. */
export function limitReached(name: LimitName, { used, limit }: { used: number; limit: number }): ApiError {
  const detail = `The workspace has ${used} of ${limit} ${name}. The product or the operator can raise the limit.`;
  return workspaceLimitReached(detail, { extensions: { limit_name: name, limit, used } });
}

/** Error of a worker that a limit of the workspace does not allow something in a day or a month (UTC). */
export class LimitReachedError extends Error {
  override name = 'LimitReachedError';
  readonly limit: StoredLimit;
  readonly period: string;
  readonly maximum: number;

  constructor(limit: StoredLimit, period: string, maximum: number) {
    super(`The limit ${limit} of ${maximum} is reached in ${period}.`);
    this.limit = limit;
    this.period = period;
    this.maximum = maximum;
  }
}

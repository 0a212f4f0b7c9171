import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { type Period, periodOf } from '../rules/time-buckets.ts';

/** Parse the period of an analytics query. Throws 400 that names the invalid parameter. */
export function parsePeriod(
  query: { period?: string | undefined; from?: string | undefined; to?: string | undefined },
  nowMs: number,
): Period {
  const period = periodOf(query, new Date(nowMs));
  if (!('problem' in period)) return period;
  const { field, code, detail } = period.problem;
  throw invalidQueryError([{ pointer: field, code, detail }]);
}

import { type Period, type PeriodName, periodOf } from '../domain/analytics/time-buckets.ts';
import { invalidQueryError } from '../domain/api-error.ts';

/** The period a query of the analytics asks for at `nowMs`. 400 naming the parameter that is wrong. */
export function parsePeriod(
  query: { period?: PeriodName | undefined; from?: string | undefined; to?: string | undefined },
  nowMs: number,
): Period {
  const period = periodOf(query, new Date(nowMs));
  if (!('problem' in period)) return period;
  const { field, code, detail } = period.problem;
  throw invalidQueryError([{ pointer: field, code, detail }]);
}

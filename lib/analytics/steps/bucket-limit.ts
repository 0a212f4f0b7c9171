import { tooMuchToCompare } from '../problems.ts';
import { MAX_BUCKETS_PER_REQUEST } from '../store/metric-buckets.ts';

/** Throw the 422 for a period with more sums than a request reads. */
export function failAboveBucketLimit(): never {
  const detail = `The period contains more than ${MAX_BUCKETS_PER_REQUEST} buckets of metrics. Request a shorter period.`;
  throw tooMuchToCompare(detail);
}

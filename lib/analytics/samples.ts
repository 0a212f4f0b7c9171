import { ACCOUNTS } from '../accounts/samples.ts';
import { PAGING, TIME_FORMAT, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';

const PERIOD = [
  /^period: Cannot be combined with from and to/,
  /^(from|to): Required together with/,
  /^to: Must be (later than|at most 366 days after) from/,
  /^to: The period must contain the start of an hour/,
  TIME_FORMAT,
];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /analytics/best-times': [...ACCOUNTS, ...VISIBLE_TEXT, /^zone: Must be an IANA time zone name/],
  'GET /analytics/content': [...PAGING, ...VISIBLE_TEXT, ...ACCOUNTS, ...PERIOD],
  'GET /analytics/performance': [...ACCOUNTS, ...VISIBLE_TEXT, ...PERIOD],
  // One invalid element does not reject the batch; the response names it.
  'POST /engagements': [/^\{"results":\[.*"status":"rejected"/],
};

import { invalidQueryError } from '../problems/request-errors.ts';
import { parseInstant, TIMESTAMP_FORMAT_ERROR } from '../values/timestamps.ts';

/**
 * Parse `from` and `to` of a list into epoch milliseconds. Returns undefined for a parameter that was not sent. Throws
 * 400 that names the invalid parameter, or `to` when it is before `from`, which the table cannot query.
 */
export function timeRange(query: { from?: string | undefined; to?: string | undefined }): {
  fromMs: number | undefined;
  toMs: number | undefined;
} {
  const fromMs = parseTimeParameter('from', query.from);
  const toMs = parseTimeParameter('to', query.to);
  if (fromMs !== undefined && toMs !== undefined && toMs < fromMs) {
    throw invalidQueryError([{ pointer: 'to', code: 'before_from', detail: 'Must not be earlier than from.' }]);
  }
  return { fromMs, toMs };
}

/** Parse a time in a query into epoch milliseconds. Undefined for one that was not sent. Throws 400 that names the parameter. */
export function parseTimeParameter(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = parseInstant(text);
  if (timeMs !== null) return timeMs;
  throw invalidQueryError([{ pointer: name, code: 'invalid_time', detail: TIMESTAMP_FORMAT_ERROR }]);
}

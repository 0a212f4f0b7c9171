import { invalidQueryError } from '../domain/api-error.ts';
import { parseInstant, TIMESTAMP_FORMAT_ERROR } from '../domain/timestamps.ts';

/**
 * The `from` and `to` of a list, in epoch milliseconds, each undefined when it was not given. 400 naming the
 * parameter that is no time, or `to` when it is before `from`: the table cannot be asked for such a range.
 */
export function timeRange(query: { from?: string | undefined; to?: string | undefined }): {
  fromMs: number | undefined;
  toMs: number | undefined;
} {
  const fromMs = timeParameter('from', query.from);
  const toMs = timeParameter('to', query.to);
  if (fromMs !== undefined && toMs !== undefined && toMs < fromMs) {
    throw invalidQueryError([
      { pointer: 'to', code: 'before_from', detail: 'Must not be earlier than from.' },
    ]);
  }
  return { fromMs, toMs };
}

function timeParameter(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = parseInstant(text);
  if (timeMs !== null) return timeMs;
  throw invalidQueryError([{ pointer: name, code: 'invalid_time', detail: TIMESTAMP_FORMAT_ERROR }]);
}

import { parseInstant } from '../domain/instant.ts';
import { Refusal } from '../domain/refusal.ts';

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
    throw invalidParameter('to', 'before_from', 'must not be before from.');
  }
  return { fromMs, toMs };
}

function timeParameter(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = parseInstant(text);
  if (timeMs !== null) return timeMs;
  const detail = 'must be an RFC 3339 time that exists, with an offset, such as 2027-03-01T09:30:00Z.';
  throw invalidParameter(name, 'invalid_time', detail);
}

/** 400 naming a parameter that is wrong, and what it must be. */
export function invalidParameter(name: string, code: string, detail: string): Refusal {
  return new Refusal('invalid_query', `${name}: ${detail}`, {
    members: { errors: [{ pointer: name, code, detail }] },
  });
}

import { parseInstant } from '../domain/instant.ts';
import { Refusal } from '../domain/refusal.ts';

/** A time in the query, in epoch milliseconds, or undefined when it was not given; 400 when it is no time. */
export function timeParameter(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = parseInstant(text);
  if (timeMs !== null) return timeMs;
  const detail = 'must be an RFC 3339 time that exists, with an offset, such as 2027-03-01T09:30:00Z.';
  throw new Refusal('invalid_query', `${name}: ${detail}`, {
    members: { errors: [{ pointer: name, code: 'invalid_time', detail }] },
  });
}

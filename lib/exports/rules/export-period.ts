import { fieldError } from '../../core/problems/request-errors.ts';
import { formatInstant, parseTimestampField } from '../../core/values/timestamps.ts';
import type { Export } from './export.ts';

/** Parse the period of an export. Throws 422 for a time that is none, and for an end that is not after the start. */
export function exportPeriod({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): Pick<Export, 'from' | 'to'> {
  const instant = (pointer: string, time: string | undefined) =>
    time === undefined ? null : formatInstant(parseTimestampField(pointer, time));
  const period = { from: instant('/from', from), to: instant('/to', to) };
  if (period.from !== null && period.to !== null && period.to <= period.from) {
    throw fieldError('/to', 'before_from', 'Must be later than from.');
  }
  return period;
}

/** RFC 9110, section 5.6.7: the form to send, and two obsolete ones a recipient must still read. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds from now, for a date rounded up and 0
 * once it is past. Null when the header is missing or is neither a whole number nor an HTTP date.
 * The value is the receiver's wish, however absurd; the caller bounds it.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  // The bound only keeps a row of hundreds of digits from becoming Infinity, which JSON cannot hold.
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const timeMs = dateMs(text);
  return Number.isNaN(timeMs) ? null : Math.max(0, Math.ceil((timeMs - nowMs) / 1000));
}

function dateMs(text: string): number {
  if (IMF_FIXDATE.test(text) || RFC_850.test(text)) return Date.parse(text);
  // asctime names no zone and means UTC; Date.parse would take it for local time.
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

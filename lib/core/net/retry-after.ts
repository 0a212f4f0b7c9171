/** RFC 9110, section 5.6.7: the current format, and two obsolete ones that a recipient must accept. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Parse a `Retry-After` header (RFC 9110, section 10.2.3) to seconds from now, rounded up; 0 for a past date. Null for
 * a missing or invalid header. The value has no upper limit; the caller limits it.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  // Hundreds of digits would become Infinity, which JSON cannot represent.
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const timeMs = dateMs(text);
  return Number.isNaN(timeMs) ? null : Math.max(0, Math.ceil((timeMs - nowMs) / 1000));
}

function dateMs(text: string): number {
  if (IMF_FIXDATE.test(text) || RFC_850.test(text)) return Date.parse(text);
  // The asctime format has no zone and means UTC; Date.parse would read it as local time.
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

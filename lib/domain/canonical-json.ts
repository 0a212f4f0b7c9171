/**
 * Serializes a value to the one JSON text that does not depend on key order or spacing.
 * Keys are sorted by UTF-16 code unit. Keys with an undefined value are omitted, and undefined array elements become
 * null, as in JSON. For text and safe integers the result conforms to RFC 8785. Throws a TypeError for a bigint.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJson(element ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const properties = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`);
  return `{${properties.join(',')}}`;
}

/**
 * Serialize a value to JSON text that is independent of key order. Throws a TypeError for a bigint.
 * Undefined is treated as in JSON. For text and safe integers the result conforms to RFC 8785.
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

/**
 * A filter pattern of an event source mapping: nested objects whose leaves are lists of accepted values. `$or` is a list of
 * patterns.
 */
export type Pattern = { [key: string]: Pattern | unknown[] };

/** Parse the patterns of a mapping's FilterCriteria; throws on an operator that `matches` does not know. */
export function readPatterns(resourceId: string, filters: { Pattern: string }[] = []): Pattern[] {
  const check = (pattern: Pattern | unknown[]): void => {
    if (!Array.isArray(pattern)) {
      for (const [key, inner] of Object.entries(pattern)) {
        if (key === '$or') for (const each of inner as Pattern[]) check(each);
        else check(inner);
      }
      return;
    }
    for (const rule of pattern) {
      const operator = typeof rule === 'object' && rule !== null ? Object.keys(rule).join() : '';
      if (!['', 'prefix', 'exists', 'anything-but'].includes(operator)) {
        throw new Error(`${resourceId}.FilterCriteria: operator ${operator} is not known here`);
      }
    }
  };
  const patterns = filters.map(({ Pattern }) => JSON.parse(Pattern) as Pattern);
  patterns.forEach(check);
  return patterns;
}

/** Whether a record passes one of the patterns. */
export function matches(patterns: Pattern[], record: unknown): boolean {
  return patterns.some((pattern) => fits(pattern, record));
}

function fits(pattern: Pattern | unknown[], value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((rule) => accepts(rule, value));
  return Object.entries(pattern).every(([key, inner]) =>
    key === '$or'
      ? (inner as Pattern[]).some((each) => fits(each, value))
      : fits(inner, (value as Record<string, unknown> | undefined)?.[key]),
  );
}

function accepts(rule: unknown, value: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return rule === value;
  const operator = rule as { prefix?: string; exists?: boolean; 'anything-but'?: unknown };
  if (operator.exists !== undefined) return operator.exists === (value !== undefined);
  if (operator.prefix !== undefined) return typeof value === 'string' && value.startsWith(operator.prefix);
  return value !== undefined && ![operator['anything-but']].flat().includes(value);
}

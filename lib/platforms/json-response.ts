import type { HttpResponse } from './request.ts';

/**
 * Parse the response body as JSON; undefined when it is not JSON.
 *
 * The declared content type is ignored.
 */
export function parseJsonBody(answer: HttpResponse): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    return undefined;
  }
}

/**
 * Return the value at a path of own properties, or undefined.
 *
 * Array indexes are `'0'`, `'1'`, …
 */
export function getPath(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** Return the value if it is an array, else an empty one. */
export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Return the value if it is a string, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Return the value if it is a number, else undefined. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Return whether a response has a 2xx status. */
export function isSuccess(answer: HttpResponse): boolean {
  return answer.status >= 200 && answer.status < 300;
}

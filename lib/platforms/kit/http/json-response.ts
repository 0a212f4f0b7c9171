import type { HttpResponse } from './request.ts';

/** Parse the response body as JSON; undefined when it is not JSON. The declared content type is ignored. */
export function parseJsonBody(answer: HttpResponse): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    return undefined;
  }
}

/** Return the value at a path of own members; undefined when a step is missing. Arrays have steps `'0'`, `'1'`, … */
export function getPath(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string, unknown>)[step]
        : undefined,
    value,
  );
}

/** Return the value if it is a list, else an empty one. */
export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Return the value if it is text, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Return the value if it is a number, else undefined. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Check for a 2xx response. */
export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

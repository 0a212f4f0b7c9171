import * as z from 'zod/mini';

// Platforms extend their payloads without notice: elements of an unknown form are skipped, never rejected.

/** A platform's id. Its hash becomes part of a key; the API shows the id itself. */
export const PlatformId = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));

/** Return the elements of a list that have this form; a value that is not a list counts as its only element. */
export function validItems<T>(form: z.ZodMiniType<T>, value: unknown): T[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const { data } = form.safeParse(each);
    return data === undefined ? [] : [data];
  });
}

/** A text, or null for any other value. */
export const TextOrNull = z.catch(z._default(z.nullable(z.string()), null), null);

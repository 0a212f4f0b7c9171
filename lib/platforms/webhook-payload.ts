import * as z from 'zod';

// Platforms extend their payloads without notice: elements of an unknown form are skipped, never rejected.

/** A platform's own id of something. It becomes part of a key by its hash, and is shown as it is. */
export const PlatformId = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** The elements of a list that have this form; something else than a list is taken for its only element. */
export function validItems<T>(form: z.ZodType<T>, value: unknown): T[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const { data } = form.safeParse(each);
    return data === undefined ? [] : [data];
  });
}

/** A text, or null for whatever else is there. */
export const TextOrNull = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text ?? null);

import * as z from 'zod';

// Platforms extend their payloads without notice: elements of an unknown form are skipped, never rejected.

/** An id of a platform. Table keys contain only its hash; responses contain it unchanged. */
export const PlatformId = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/**
 * Parse the elements of a list that match the schema.
 *
 * A value that is not a list is its only element.
 */
export function validItems<T>(form: z.ZodType<T>, value: unknown): T[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const { data } = form.safeParse(each);
    return data === undefined ? [] : [data];
  });
}

/** A string, or null for any other value. */
export const TextOrNull = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text ?? null);

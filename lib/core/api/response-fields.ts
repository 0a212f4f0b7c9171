import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { PERMISSIONS } from './permission.ts';

/** Declare an object schema that is built at its first use. */
export function lazyObject<Shape extends z.core.$ZodShape>(fields: () => Shape): () => z.ZodMiniObject<Shape> {
  return lazy(() => z.object(fields()));
}

export const timestamp = lazy(() => z.string().check(z.meta({ format: 'date-time' })));

export const permissionName = lazy(() => z.enum(PERMISSIONS));

export const sha256Hash = lazy(() => z.string().check(z.describe('A SHA-256 hash as 64 hexadecimal digits.')));

export const integer = lazy(() => z.int());

// biome-ignore format: one field per line.
export const Pagination = lazyObject(() => ({
  page: integer().check(z.meta({ description: 'The number of this page, starting at 1.', examples: [1] })),
  per_page: integer().check(z.meta({ description: 'Maximum number of items per page.', examples: [20] })),
  total: integer().check(z.meta({ description: 'Total number of items that match the filters. Exact, unless `total_is_capped`.', examples: [1] })),
  total_is_capped: z.boolean().check(z.meta({ description: 'Whether the list has more than `total` items. Lists are counted up to 1,000.', examples: [false] })),
  next_cursor: z.nullable(z.string()).check(z.meta({ description: 'The `cursor` of the next page. Null on the last page.', examples: [null] })),
  has_more: z.boolean().check(z.meta({ description: 'Whether there is another page.', examples: [false] })),
}));

/** Declare the response of a list: one page of items under `name`, called `plural` in its description. */
export function listResponse<Name extends string, Item extends z.ZodMiniType>(
  name: Name,
  item: () => Item,
  plural: string,
) {
  type Shape = Record<Name, z.ZodMiniArray<Item>> & { pagination: ReturnType<typeof Pagination> };
  return lazyObject(
    () =>
      ({
        [name]: z.array(item()).check(z.describe(`The ${plural} on this page.`)),
        pagination: Pagination(),
      }) as Shape,
  );
}

/** A response that is text, not JSON. */
export const TextResponse = lazy(() => z.string());

// biome-ignore format: one field per line.
export const DeletedResponse = lazyObject(() => ({
  success: z.literal(true).check(z.describe('Always true. Failures are returned as problems.')),
  message: z.string().check(z.meta({ description: 'Human-readable confirmation.', examples: ['The content item was deleted.'] })),
}));

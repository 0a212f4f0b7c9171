import * as z from 'zod/mini';
import { PLATFORMS } from '../../platforms/facts/platform.ts';
import { lazy } from './lazy.ts';
import { PERMISSIONS } from './permission.ts';

/** Declare an object schema that is built at its first use. */
export function lazyObject<Shape extends z.core.$ZodShape>(fields: () => Shape): () => z.ZodMiniObject<Shape> {
  return lazy(() => z.object(fields()));
}

export const timestamp = lazy(() => z.string().check(z.meta({ format: 'date-time' })));

export const platformName = lazy(() => z.enum(PLATFORMS));

export const permissionName = lazy(() => z.enum(PERMISSIONS));

export const sha256Hash = lazy(() => z.string().check(z.describe('A SHA-256 hash as 64 hexadecimal digits.')));

export const integer = lazy(() => z.int());

export const Pagination = lazyObject(() => ({
  page: integer(),
  per_page: integer(),
  total: integer(),
  total_is_capped: z.boolean(),
  next_cursor: z.nullable(z.string()),
  has_more: z.boolean(),
}));

/** Declare the response of a list: one page of items under `name`. */
export function listResponse<Name extends string, Item extends z.ZodMiniType>(name: Name, item: () => Item) {
  type Shape = Record<Name, z.ZodMiniArray<Item>> & { pagination: ReturnType<typeof Pagination> };
  return lazyObject(() => ({ [name]: z.array(item()), pagination: Pagination() }) as Shape);
}

/** A response that is text, not JSON. */
export const TextResponse = lazy(() => z.string());

export const DeletedResponse = lazyObject(() => ({ success: z.literal(true), message: z.string() }));

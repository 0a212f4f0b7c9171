import * as z from 'zod';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { lazy } from './lazy.ts';

/** Declare an object schema that is built at its first use. */
export function lazyObject<Shape extends z.ZodRawShape>(fields: () => Shape): () => z.ZodObject<Shape> {
  return lazy(() => z.object(fields()));
}

export const timestamp = lazy(() => z.string().meta({ format: 'date-time' }));

export const platformName = lazy(() => z.enum(PLATFORMS));

export const permissionName = lazy(() => z.enum(PERMISSIONS));

export const sha256Hash = lazy(() => z.string().describe('A SHA-256 hash as 64 hexadecimal digits.'));

export const integer = lazy(() => z.number().int());

export const Pagination = lazyObject(() => ({
  page: integer(),
  per_page: integer(),
  total: integer(),
  total_is_capped: z.boolean(),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
}));

/** Declare the response of a list: one page of items under `name`. */
export function listResponse<Name extends string, Item extends z.ZodType>(name: Name, item: () => Item) {
  type Shape = Record<Name, z.ZodArray<Item>> & { pagination: ReturnType<typeof Pagination> };
  return lazyObject(() => ({ [name]: z.array(item()), pagination: Pagination() }) as Shape);
}

/** A response that is text, not JSON. */
export const TextResponse = lazy(() => z.string());

export const DeletedResponse = lazyObject(() => ({ success: z.literal(true), message: z.string() }));

import { PAGING, TIME_RANGE } from '../core/api/inexpressible-rules.ts';
/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /audit': [...PAGING, ...TIME_RANGE],
};

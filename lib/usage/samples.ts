import { PAGING } from '../core/api/inexpressible-rules.ts';

/** What the OpenAPI document cannot express, by operation. */
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /usage': [
    ...PAGING,
    /^to: Must be (later than from|at most 366 days after from)/,
    /^group_by: Name the workspace/,
    /^granularity: There are more than/,
  ],
};

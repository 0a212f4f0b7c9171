import * as z from 'zod';
import { lazy } from '../lazy.ts';

/** A problem type as `GET /problems/{code}` returns it in JSON. */
export const ProblemKindResponse = lazy(() =>
  z.object({
    type: z.string(),
    code: z.string(),
    title: z.string(),
    status: z.int(),
    retryable: z.boolean(),
    meaning: z.string(),
    remedy: z.string(),
    example: z.record(z.string(), z.unknown()),
  }),
);

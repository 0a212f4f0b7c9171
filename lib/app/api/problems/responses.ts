import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** A problem type as `GET /problems/{code}` returns it in JSON. */
export const ProblemKindResponse = lazyObject(() => ({
  type: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.int(),
  retryable: z.boolean(),
  meaning: z.string(),
  remedy: z.string(),
  example: z.record(z.string(), z.unknown()),
}));

export const ProblemKindListResponse = lazyObject(() => ({
  problems: z.array(z.omit(ProblemKindResponse(), { example: true })),
}));

import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** A problem type as `GET /problems/{code}` returns it in JSON. */
// biome-ignore format: one field per line.
export const ProblemKindResponse = lazyObject(() => ({
  type: z.string().check(z.meta({ description: 'The `type` of the problem.', examples: ['/v1/problems/validation_failed'] })),
  code: z.string().check(z.meta({ description: 'Machine-readable problem code.', examples: ['validation_failed'] })),
  title: z.string().check(z.meta({ description: 'Short summary of the problem type.', examples: ['Validation failed'] })),
  status: z.int().check(z.meta({ description: 'The HTTP status code.', examples: [422] })),
  retryable: z.boolean(),
  meaning: z.string().check(z.meta({ description: 'What the problem means.', examples: ['One or more fields in the request body are invalid.'] })),
  remedy: z.string().check(z.meta({ description: 'How to resolve the problem.', examples: ['Fix the fields listed in `errors` and send the request again.'] })),
  example: z.record(z.string(), z.unknown()).check(z.meta({ description: 'An example of this problem.', examples: [{ code: 'validation_failed', status: 422 }] })),
}));

export const ProblemKindListResponse = lazyObject(() => ({
  problems: z.array(z.omit(ProblemKindResponse(), { example: true })).check(z.describe('All problem types.')),
}));

import * as z from 'zod';

/** A kind of problem, as `GET /problems/{code}` tells of it in JSON. */
export const ProblemKindResponse = z.object({
  type: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.int(),
  retryable: z.boolean(),
  meaning: z.string(),
  remedy: z.string(),
  example: z.record(z.string(), z.unknown()),
});

export const ProblemKindListResponse = z.object({
  problems: z.array(ProblemKindResponse.omit({ example: true })),
});

/** An OpenAPI document. Its own shape is another document's matter. */
export const OpenApiResponse = z.record(z.string(), z.unknown());

/** An answer that is text and no JSON. */
export const TextResponse = z.string();

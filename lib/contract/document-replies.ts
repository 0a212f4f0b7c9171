import * as z from 'zod';

/** A kind of problem, as `GET /problems/{code}` tells of it in JSON. */
export const ProblemKindReply = z.object({
  type: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.int(),
  retryable: z.boolean(),
  meaning: z.string(),
  remedy: z.string(),
  example: z.record(z.string(), z.unknown()),
});

export const ProblemKindListReply = z.object({ problems: z.array(ProblemKindReply.omit({ example: true })) });

/** An OpenAPI document. Its own shape is another document's matter. */
export const OpenApiReply = z.record(z.string(), z.unknown());

/** An answer that is text and no JSON. */
export const TextReply = z.string();

import * as z from 'zod';
import { lazy } from './lazy.ts';
import { problemExtensions } from './problem-extensions.ts';
import { integer, platformName } from './response-fields.ts';

export const Problem = lazy(() =>
  z.object({
    type: z.string(),
    title: z.string(),
    status: integer(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    request_id: z.string(),
    retryable: z.boolean(),
    errors: z
      .array(
        z.object({
          pointer: z.string(),
          code: z.string(),
          detail: z.string(),
          platform: platformName().optional(),
        }),
      )
      .optional(),
    ...problemExtensions,
  }),
);

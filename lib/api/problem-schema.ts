import * as z from 'zod';
import { problemExtensions } from './problem-extensions.ts';
import { integer, lazyObject, platformName } from './response-fields.ts';

export const Problem = lazyObject(() => ({
  type: z.string(),
  title: z.string(),
  status: integer(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  request_id: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(z.object({ pointer: z.string(), code: z.string(), detail: z.string(), platform: platformName().optional() }))
    .optional(),
  ...problemExtensions,
}));

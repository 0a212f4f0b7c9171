import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { sessionFields } from '../team/session-responses.ts';

// biome-ignore format: one field per line.
export const OwnSessionResponse = lazyObject(() => ({
  ...sessionFields(),
  is_current: z.boolean().check(z.describe('Whether it is the session of this request.')),
}));

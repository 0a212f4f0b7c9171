import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

// biome-ignore format: one field per line.
export const sessionFields = () => ({
  id: z.string().check(z.meta({ description: 'The id of the session.', examples: ['ses_01K00000000000000000000000'] })),
  created_at: timestamp().check(z.meta({ description: 'Time of the sign-in.', examples: ['2026-11-20T09:30:00.000Z'] })),
  last_used_at: timestamp().check(z.meta({ description: 'Time of the last use, to the hour.', examples: ['2026-11-20T11:30:00.000Z'] })),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the session expires without further use.', examples: ['2026-11-27T11:30:00.000Z'] })),
});

export const MemberSessionResponse = lazyObject(sessionFields);

import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** An agent key that wrote or submitted something. */
// biome-ignore format: one field per line.
export const ContentAgent = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the agent key.', examples: ['key_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the agent key.', examples: ['Planner'] })),
  user_id: z.string().check(z.meta({ description: 'The member who is responsible for the agent: the owner of the key.', examples: ['usr_01K00000000000000000000000'] })),
}));

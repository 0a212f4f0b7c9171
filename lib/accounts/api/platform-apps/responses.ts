import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';

// biome-ignore format: one field per line.
export const PlatformAppResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the app credentials.', examples: ['app_01K00000000000000000000000'] })),
  platform: platformName(),
  client_id: z.string().check(z.meta({ description: 'The id of your app on the platform.', examples: ['app-id'] })),
  has_client_secret: z.boolean().check(z.meta({ description: 'Whether a client secret is stored.', examples: [true] })),
  scopes: z.nullable(z.array(z.string())).check(z.meta({ description: 'The permissions that the platform has granted to the app. Null if the app has all permissions that the stage uses.', examples: [['tweet.read', 'tweet.write', 'users.read', 'offline.access']] })),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

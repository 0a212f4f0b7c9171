import * as z from 'zod/mini';
import { lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';

export const PlatformAppResponse = lazyObject(() => ({
  id: z.string(),
  platform: platformName(),
  client_id: z.string(),
  has_client_secret: z.boolean(),
  scopes: z.nullable(z.array(z.string())),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

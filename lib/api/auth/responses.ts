import * as z from 'zod';
import { integer, lazyObject, permissionName, timestamp } from '../response-fields.ts';

export const TokenResponse = lazyObject(() => ({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: integer(),
  scope: z.string(),
}));

export const VerifyResponse = lazyObject(() => ({
  valid: z.literal(true),
  user_id: z.string(),
  permissions: z.array(permissionName()),
  workspace_id: z.string(),
  client_id: z.string(),
  plan: z.enum(['standard', 'enterprise']),
  expires_at: timestamp(),
}));

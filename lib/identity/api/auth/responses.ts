import * as z from 'zod/mini';
import { integer, lazyObject, permissionName, timestamp } from '../../../core/api/response-fields.ts';
import { roleName } from '../team/responses.ts';

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

export const SessionResponse = lazyObject(() => ({
  workspace_id: z.string(),
  user_id: z.string(),
  expires_at: timestamp(),
}));

export const SessionTokenResponse = lazyObject(() => ({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: integer(),
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), role: roleName() }),
  permissions: z.array(permissionName()),
}));

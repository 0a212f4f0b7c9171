import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { lazyObject, permissionName, timestamp } from '../response-fields.ts';

export const VerifyResponse = lazyObject(() => ({
  valid: z.literal(true),
  user_id: z.string(),
  permissions: z.array(permissionName()),
  workspace_id: z.string(),
  client_id: z.string(),
  plan: z.enum(['standard', 'enterprise']),
  expires_at: timestamp(),
}));

export const operation = defineOperation({
  id: 'auth.verify',
  route: 'GET /v1/auth/verify',
  aliasPath: '/auth/verify',
  summary: 'Verify an access token',
  description: 'Return the user, workspace, API key, permissions and expiry of the token that the request carries.',
  permissions: 'token',
  response: VerifyResponse,
});

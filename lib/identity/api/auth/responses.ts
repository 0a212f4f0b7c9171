import * as z from 'zod/mini';
import { integer, lazyObject, permissionName, timestamp } from '../../../core/api/response-fields.ts';
import { AgentResponse } from '../keys/responses.ts';
import { roleName } from '../team/responses.ts';
import { lookFields } from './look-fields.ts';

// biome-ignore format: one field per line.
export const TokenResponse = lazyObject(() => ({
  access_token: z.string().check(z.meta({ description: 'An opaque access token. Send it as `Authorization: Bearer <token>`.', examples: ['01K0000000000000000000000001K0000000000000000000000001K000000000000000000000009vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  token_type: z.literal('Bearer').check(z.describe('Always `Bearer`.')),
  expires_in: integer().check(z.meta({ description: 'Number of seconds until the token expires.', examples: [3600] })),
  scope: z.string().check(z.meta({ description: 'Space-separated permissions.', examples: ['content:read content:write'] })),
  refresh_token: z.optional(z.string()).check(z.meta({ description: 'Only for an application or a device. Exchange it for the next access token and the next refresh token, and store that: each is used once. Expires with the API key, 90 days after the approval.', examples: ['key_01K00000000000000000000000.9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
}));

// biome-ignore format: one field per line.
export const VerifyResponse = lazyObject(() => ({
  valid: z.literal(true).check(z.describe('Always true. Invalid tokens are returned as a problem.')),
  user_id: z.string(),
  permissions: z.array(permissionName()),
  workspace_id: z.string(),
  client_id: z.string().check(z.meta({ description: 'The public identifier of the API key.', examples: ['key_01K00000000000000000000000'] })),
  plan: z.enum(['standard', 'enterprise']).check(z.meta({ description: 'The plan of the workspace.', examples: ['enterprise'] })),
  agent: z.nullable(AgentResponse()).check(z.describe('The terms of an agent key, with what it has used today. Null for every other caller.')),
  expires_at: timestamp(),
}));

// biome-ignore format: one field per line.
export const SessionResponse = lazyObject(() => ({
  workspace_id: z.string(),
  user_id: z.string(),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the session expires. Each use extends it, up to 30 days after sign-in.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

// biome-ignore format: one field per line.
export const PortalSessionResponse = lazyObject(() => ({
  workspace_id: z.string(),
  expires_at: timestamp().check(z.meta({ description: 'Time at which the session expires: an hour after its start, or with the stage key. No use extends it.', examples: ['2026-11-20T10:30:00.000Z'] })),
}));

// biome-ignore format: one field per line.
export const namedWorkspace = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the workspace.', examples: ['ws_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the workspace.', examples: ['Acme'] })),
}));

// biome-ignore format: one field per line.
export const SessionTokenResponse = lazyObject(() => ({
  access_token: z.string().check(z.meta({ description: 'An opaque access token. Send it as `Authorization: Bearer <token>`.', examples: ['01K0000000000000000000000001K0000000000000000000000001K000000000000000000000009vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  token_type: z.literal('Bearer').check(z.describe('Always `Bearer`.')),
  expires_in: integer().check(z.meta({ description: 'Lifetime of the token in seconds.', examples: [300] })),
  workspace: namedWorkspace().check(z.describe('The workspace of the session.')),
  user: z.object({
    id: z.string().check(z.meta({ description: 'The id of the member.', examples: ['usr_01K00000000000000000000000'] })),
    name: z.string().check(z.meta({ description: 'The name of the member.', examples: ['Ada Example'] })),
    email: z.string().check(z.meta({ description: 'The email address of the member.', examples: ['ada@example.com'] })),
    role: roleName(),
  }).check(z.describe('The signed-in member. In a portal, its person, without an email address.')),
  permissions: z.array(permissionName()),
  portal: z.nullable(z.object({
    ...lookFields(),
    return_url: z.nullable(z.string()).check(z.meta({ description: 'The URL that leads back to the product.', examples: ['https://app.example.com/social'] })),
    expires_at: timestamp().check(z.meta({ description: 'Time at which the session expires.', examples: ['2026-11-20T10:30:00.000Z'] })),
  })).check(z.meta({ description: 'The portal of the session, with the branding of its product. Null for a member.', examples: [null] })),
}));

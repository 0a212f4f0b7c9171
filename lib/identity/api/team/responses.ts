import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { PERMISSIONS, ROLE_NAMES } from '../../../core/api/permission.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { MAIL_STATES } from '../../rules/invitation.ts';

export const roleName = lazy(() => z.enum(ROLE_NAMES));

export const permissionNames = lazy(() => z.array(z.enum(PERMISSIONS)));

export const mailStatus = lazy(() =>
  z
    .enum(MAIL_STATES)
    .check(z.describe('Status of the invitation email. `none` if the service is configured without email.')),
);

export const MemberResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the member.', examples: ['usr_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the member.', examples: ['Ada'] })),
  email: z.string(),
  role: roleName(),
  permissions: permissionNames(),
}));

// biome-ignore format: one field per line.
export const InviteResponse = lazyObject(() => ({
  invitation_id: z.string().check(z.meta({ description: 'The id of the invitation.', examples: ['inv_01K00000000000000000000000'] })),
  status: z.literal('sent'),
  expires_at: timestamp(),
  email: z.string(),
  role: roleName(),
  permissions: permissionNames(),
  mail: mailStatus(),
  token: z.optional(z.string()).check(z.describe('Local service only: the invitation token.'), z.meta({ examples: ['vN3kq0xXb3nVQm9sT1yRfPq2w'] })),
  link: z.optional(z.string()).check(z.describe('Local service only: the link in the invitation email.'), z.meta({ examples: ['http://127.0.0.1:3000/accept#token'] })),
}));

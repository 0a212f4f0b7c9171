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
  token: z.optional(z.string()).check(z.describe('The invitation token. Returned only if no email is sent (`mail` is `none`), and by the local service.'), z.meta({ examples: ['vN3kq0xXb3nVQm9sT1yRfPq2w'] })),
  link: z.optional(z.string()).check(z.describe('The link to the page that accepts the invitation, with the token. Send it to the invited person. Absent if the service has no such page.'), z.meta({ examples: ['https://d111111abcdef8.cloudfront.net/app/#/invitation?token=vN3kq0xXb3nVQm9sT1yRfPq2w'] })),
}));

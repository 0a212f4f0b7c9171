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
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleName(),
  permissions: permissionNames(),
}));

export const InviteResponse = lazyObject(() => ({
  invitation_id: z.string(),
  status: z.literal('sent'),
  expires_at: timestamp(),
  email: z.string(),
  role: roleName(),
  permissions: permissionNames(),
  mail: mailStatus(),
  token: z.optional(z.string()).check(z.describe('Local service only: the invitation token.')),
  link: z.optional(z.string()).check(z.describe('Local service only: the link in the invitation email.')),
}));

import * as z from 'zod';
import { INVITATION_STATUSES, MAIL_STATES } from '../domain/identity/invitation.ts';
import { PERMISSIONS, ROLE_NAMES } from '../domain/identity/permission.ts';
import { Pagination, time } from './responses.ts';

const role = z.enum(ROLE_NAMES);
const permissions = z.array(z.enum(PERMISSIONS));
const mail = z.enum(MAIL_STATES).meta({
  description: 'Status of the invitation email. `none` if the service is configured without email.',
});

export const MemberResponse = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  permissions,
});

export const MembersResponse = z.object({ members: z.array(MemberResponse), pagination: Pagination });

export const InviteResponse = z.object({
  invitation_id: z.string(),
  status: z.literal('sent'),
  expires_at: time,
  email: z.string(),
  role,
  permissions,
  mail,
  token: z.string().optional().meta({ description: 'Local service only: the invitation token.' }),
  link: z.string().optional().meta({ description: 'Local service only: the link in the invitation email.' }),
});

export const InvitationResponse = z.object({
  invitation_id: z.string(),
  status: z.enum(INVITATION_STATUSES),
  expires_at: time,
  email: z.string(),
  role,
  permissions,
  mail,
  invited_by: z
    .string()
    .meta({ description: 'The id of the user who sent the invitation. They may no longer be a member.' }),
  created_at: time,
  sent_at: time,
  accepted_at: time.nullable(),
  user_id: z.string().nullable().meta({ description: 'The id of the member who accepted the invitation.' }),
});

export const InvitationListResponse = z.object({
  invitations: z.array(InvitationResponse),
  pagination: Pagination,
});

export const AcceptResponse = z.object({
  user_id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  permissions,
  client_id: z.string(),
  client_secret: z.string().meta({ description: 'The client secret. Returned once.' }),
});

import { defineResource } from '../../../core/api/define-resource.ts';

const MEMBER = ['The id of the member.', 'usr_01K00000000000000000000000'] as const;

export const resource = defineResource({
  description: 'Members of the workspace, their roles and invitations.',
  group: ['Workspace', 2],
  path: {
    id: ['The id of the invitation.', 'inv_01K00000000000000000000000'],
    'get-member.id': MEMBER,
    'update-member.id': MEMBER,
    'remove-member.id': MEMBER,
    'list-sessions.id': MEMBER,
    'end-sessions.id': MEMBER,
  },
  query: {
    'list-invitations.status': ['Only return invitations with this status.', 'sent'],
  },
  schemaNames: {
    MembersResponse: 'MemberList',
    InviteResponse: 'Invited',
    AcceptResponse: 'Accepted',
    'Invitation.mail': 'MailStatus',
    'Invitation.status': 'InvitationStatus',
    'MemberRemoved.recurrences[]': 'ContinuingWork',
    'Member.role': 'Role',
  },
});

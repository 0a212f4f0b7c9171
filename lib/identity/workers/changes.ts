import { onChange } from '../../core/stream/on-change.ts';
import { apiKeyEntity } from '../entities/api-keys.ts';
import { invitationEntity, memberEntity } from '../entities/members.ts';
import { passkeyEntity, signInRequestEntity } from '../entities/sign-in.ts';
import { workspaceSettingsEntity } from '../entities/workspaces.ts';
import type { Invitation } from '../rules/invitation.ts';
import type { Member } from '../rules/member.ts';
import { changesRights } from '../rules/member-policy.ts';
import { defaultSettings, loosensApproval, type WorkspaceSettings } from '../rules/workspace-settings.ts';
import { onAccess } from './access-changes.ts';
import { onInvitationChanged } from './invitation-emails.ts';
import { onApiKeyChanged, onMemberChanged } from './removed-members.ts';
import { onKeySecretIssued, onPasskeyChanged, onTokenReused } from './security-emails.ts';
import { onSignInRequested } from './sign-in-emails.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(
    workspaceSettingsEntity,
    onAccess<WorkspaceSettings>((before, after) =>
      loosensApproval(before ?? defaultSettings(after.workspace_id), after)
        ? { change: 'approval_loosened', subject_id: after.id }
        : null,
    ),
  ),
  onChange(
    memberEntity,
    onMemberChanged,
    onAccess<Member>((before, after) =>
      before !== null && changesRights(before, after)
        ? { change: 'member_rights_changed', subject_id: after.id }
        : null,
    ),
  ),
  onChange(apiKeyEntity, onApiKeyChanged, onKeySecretIssued, onTokenReused),
  onChange(passkeyEntity, onPasskeyChanged),
  onChange(
    invitationEntity,
    onInvitationChanged,
    onAccess<Invitation>((before, { id }) => (before === null ? { change: 'invitation_sent', subject_id: id } : null)),
  ),
  onChange(signInRequestEntity, onSignInRequested),
];

import type { EmailTexts } from './email-texts.ts';

/** The emails of members in English. */
// biome-ignore format: one change per line is what makes it a table.
export const en: EmailTexts = {
  roles: { owner: 'owner', admin: 'admin', content_manager: 'content manager', editor: 'editor', approver: 'approver', analyst: 'analyst', viewer: 'viewer' },
  invitation: {
    subject: 'Invitation to {workspace}',
    text: 'You have been invited to join {workspace} with the role {role}.',
    open: 'To accept the invitation, open this link:',
    end: 'The invitation expires at {time} UTC and can be accepted once. If you did not expect this email, you can ignore it.',
  },
  signIn: {
    subject: 'Sign in to {workspace}',
    open: 'Open this link to sign in to {workspace}:',
    end: 'It works once, within 15 minutes. If you did not ask for it, you can ignore this email.',
  },
  security: {
    subject: '{change} in {workspace}',
    own: '{event} at {time}, in a session of yours in {workspace}.',
    ofMember: '{event} at {time}, in a session of the member {member} in {workspace}.',
    ifNotYou: 'If it was not you, {undo}, end your sessions, and tell an owner or admin of the workspace:',
    ifWrong: 'If that should not be, {undo}, and end their sessions:',
    required: 'You cannot turn off this email.',
    changes: {
      passkey_added: { subject: 'Passkey added', event: 'A passkey was added', undo: 'delete the passkey' },
      key_created: { subject: 'API key created', event: 'The API key {id} was created', undo: 'revoke the key' },
      key_rolled: { subject: 'API key rolled', event: 'The API key {id} was rolled', undo: 'revoke the key' },
      account_credentials_set: { subject: 'Account credentials set', event: 'The credentials of the platform account {id} were set', undo: 'connect the account again' },
      app_credentials_set: { subject: 'App credentials set', event: 'The app credentials for {id} were set', undo: 'set the credentials again' },
      approval_loosened: { subject: 'Approval loosened', event: 'The settings of approval were changed so that more can be approved or published', undo: 'change the settings back' },
      invitation_sent: { subject: 'Invitation sent', event: 'The invitation {id} was sent', undo: 'revoke the invitation' },
      member_rights_changed: { subject: 'Rights of a member changed', event: 'The role or the permissions of the member {id} were changed', undo: 'change them back' },
      review_link_created: { subject: 'Review link created', event: 'The review link {id}, which may approve a post, was created', undo: 'revoke the link' },
    },
    tokenReused: {
      subject: 'Application access revoked in {workspace}',
      event: 'The API key {id} was revoked at {time} in {workspace}, because a code or a refresh token of its application was used twice. Another program may have had a copy.',
      advice: 'If you still use the application, give it access again. The applications that have access:',
    },
    recurrencesLeft: {
      subject: 'Recurrences of a removed member in {workspace}',
      event: 'The member {id} was removed from {workspace} at {time}. Recurrences that they created go on, in their name.',
      advice: 'Take them over as an owner, or delete them:',
    },
  },
};

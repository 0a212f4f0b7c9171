import type { Email } from '../../core/email/email.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type AccessChange, describeAccessChange } from './access-change.ts';

/** Emails about new passkeys and API keys to one member in a day (UTC). */
export const MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY = 20;

/** What a session has added that stays after its end: a passkey, or an API key or its new secret. */
export type Addition =
  | { kind: 'passkey_added'; passkey_id: string }
  | { kind: 'key_created' | 'key_rolled'; client_id: string };

/** A code or a refresh token that was used twice, which has revoked its API key. */
export type Reuse = { kind: 'token_reused'; client_id: string };

/** The recurrences of a member who was removed, which go on. */
export type Leftover = { kind: 'recurrences_left'; user_id: string };

/** Names what an email is about. */
export type SecurityNotice = Addition | Reuse | AccessChange | Leftover;

/** The workspace of an email, the time of the change, and the member whose session made it: null for the recipient. */
interface Circumstances {
  workspace: string;
  at: string;
  otherMember: string | null;
  dashboardOrigin: string;
}

/**
 * Build the email that tells a member what a session has added or changed, and what to do if it was not them; or that a
 * stolen token may have been used. It has no name that the session has chosen, because a thief would choose it.
 */
export function buildSecurityEmail(
  notice: SecurityNotice,
  { workspace, at, otherMember, dashboardOrigin }: Circumstances,
): Omit<Email, 'to'> {
  const screen = (path: string) => `${dashboardOrigin}/app/#/${path}`;
  const time = `${formatInstant(Date.parse(at)).slice(0, 16).replace('T', ' ')} UTC`;
  if (notice.kind === 'token_reused') {
    return {
      subject: `Application access revoked in ${workspace}`,
      text: [
        `The API key ${notice.client_id} was revoked at ${time} in ${workspace}, because a code or a refresh token of its application was used twice. Another program may have had a copy.`,
        `If you still use the application, give it access again. The applications that have access:`,
        screen('applications'),
        'You cannot turn off this email.\n',
      ].join('\n\n'),
    };
  }
  if (notice.kind === 'recurrences_left') {
    return {
      subject: `Recurrences of a removed member in ${workspace}`,
      text: [
        `The member ${notice.user_id} was removed from ${workspace} at ${time}. Recurrences that they created go on, in their name.`,
        'Take them over as an owner, or delete them:',
        screen('recurrences'),
        'You cannot turn off this email.\n',
      ].join('\n\n'),
    };
  }
  const { subject, event, undo, screen: path } = describe(notice);
  const whose = otherMember === null ? 'yours' : `the member ${otherMember}`;
  const unless = otherMember === null ? 'If it was not you' : 'If that should not be';
  const end =
    otherMember === null ? 'end your sessions, and tell an owner or admin of the workspace' : 'and end their sessions';
  return {
    subject: `${subject} in ${workspace}`,
    text: [
      `${event} at ${time}, in a session of ${whose} in ${workspace}.`,
      `${unless}, ${undo}, ${end}:`,
      [...new Set([screen(path), screen(otherMember === null ? 'sessions' : 'team')])].join('\n'),
      'You cannot turn off this email.\n',
    ].join('\n\n'),
  };
}

function describe(addition: Addition | AccessChange): { subject: string; event: string; undo: string; screen: string } {
  switch (addition.kind) {
    case 'access_changed':
      return describeAccessChange(addition);
    case 'passkey_added':
      return { subject: 'Passkey added', event: 'A passkey was added', undo: 'delete the passkey', screen: 'passkeys' };
    case 'key_created':
      return {
        subject: 'API key created',
        event: `The API key ${addition.client_id} was created`,
        undo: 'revoke the key',
        screen: 'keys',
      };
    case 'key_rolled':
      return {
        subject: 'API key rolled',
        event: `The API key ${addition.client_id} was rolled`,
        undo: 'revoke the key',
        screen: 'keys',
      };
  }
}

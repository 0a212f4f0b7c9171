import type { Email } from '../../core/email/email.ts';
import { formatInstant } from '../../core/values/timestamps.ts';

/** What a session has added that stays after its end: a passkey, or an API key or its new secret. */
export type Addition =
  | { kind: 'passkey_added'; passkey_id: string }
  | { kind: 'key_created' | 'key_rolled'; client_id: string };

/** A code or a refresh token that was used twice, which has revoked its API key. */
export type Reuse = { kind: 'token_reused'; client_id: string };

/**
 * Build the email that tells a member what one of their sessions has added, and what to do if it was not them; or that a
 * stolen token may have been used. It has no name that the session has chosen, because a thief would choose it.
 */
export function buildSecurityEmail(
  addition: Addition | Reuse,
  { workspace, at, dashboardOrigin }: { workspace: string; at: string; dashboardOrigin: string },
): Omit<Email, 'to'> {
  const screen = (path: string) => `${dashboardOrigin}/app/#/${path}`;
  const time = `${formatInstant(Date.parse(at)).slice(0, 16).replace('T', ' ')} UTC`;
  if (addition.kind === 'token_reused') {
    return {
      subject: `Application access revoked in ${workspace}`,
      text: [
        `The API key ${addition.client_id} was revoked at ${time} in ${workspace}, because a code or a refresh token of its application was used twice. Another program may have had a copy.`,
        `If you still use the application, give it access again. The applications that have access:`,
        screen('applications'),
        'You cannot turn off this email.\n',
      ].join('\n\n'),
    };
  }
  const { subject, event, undo } = describe(addition);
  return {
    subject: `${subject} in ${workspace}`,
    text: [
      `${event} at ${time}, in a session of yours in ${workspace}.`,
      `If it was not you, ${undo}, end your sessions, and tell an owner or admin of the workspace:`,
      [screen(addition.kind === 'passkey_added' ? 'passkeys' : 'keys'), screen('sessions')].join('\n'),
      'You cannot turn off this email.\n',
    ].join('\n\n'),
  };
}

function describe(addition: Addition): { subject: string; event: string; undo: string } {
  switch (addition.kind) {
    case 'passkey_added':
      return { subject: 'Passkey added', event: 'A passkey was added', undo: 'delete the passkey' };
    case 'key_created':
      return {
        subject: 'API key created',
        event: `The API key ${addition.client_id} was created`,
        undo: 'revoke the key',
      };
    case 'key_rolled':
      return {
        subject: 'API key rolled',
        event: `The API key ${addition.client_id} was rolled`,
        undo: 'revoke the key',
      };
  }
}

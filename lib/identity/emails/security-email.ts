import type { Email } from '../../core/email/email.ts';
import { fill } from '../../core/values/fill-text.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import { type AccessChange, screenOfChange } from '../rules/access-change.ts';
import type { Addition, SecurityNotice } from '../rules/security-notice.ts';
import { EMAIL_TEXTS } from './languages/languages.ts';

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
  language: PageLanguage,
): Omit<Email, 'to'> {
  const texts = EMAIL_TEXTS[language].security;
  const time = `${formatMinute(at)} UTC`;
  const email = (subject: string, event: string, advice: string, screens: string[]) => {
    const urls = [...new Set(screens)].map((path) => `${dashboardOrigin}/app/#/${path}`).join('\n');
    return { subject, text: [event, advice, urls, `${texts.required}\n`].join('\n\n') };
  };
  if (notice.kind === 'token_reused' || notice.kind === 'recurrences_left') {
    const isReuse = notice.kind === 'token_reused';
    const { subject, event, advice } = isReuse ? texts.tokenReused : texts.recurrencesLeft;
    const values = { id: isReuse ? notice.client_id : notice.user_id, time, workspace };
    return email(fill(subject, values), fill(event, values), advice, [isReuse ? 'applications' : 'recurrences']);
  }
  const { name, id, screen } = describe(notice);
  const change = texts.changes[name];
  const values = { event: fill(change.event, { id }), time, workspace, member: otherMember ?? '', undo: change.undo };
  return email(
    fill(texts.subject, { change: change.subject, workspace }),
    fill(otherMember === null ? texts.own : texts.ofMember, values),
    fill(otherMember === null ? texts.ifNotYou : texts.ifWrong, values),
    [screen, otherMember === null ? 'sessions' : 'team'],
  );
}

/** Return under which name the texts have a change, what it is about, and the screen that undoes it. */
function describe(notice: Addition | AccessChange): {
  name: Addition['kind'] | AccessChange['change'];
  id: string;
  screen: string;
} {
  switch (notice.kind) {
    case 'access_changed':
      return { name: notice.change, id: notice.subject_id, screen: screenOfChange(notice) };
    case 'passkey_added':
      return { name: notice.kind, id: notice.passkey_id, screen: 'passkeys' };
    case 'key_created':
    case 'key_rolled':
      return { name: notice.kind, id: notice.client_id, screen: 'keys' };
  }
}

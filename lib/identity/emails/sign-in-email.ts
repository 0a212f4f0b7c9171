import type { Email } from '../../core/email/email.ts';
import { fill } from '../../core/values/fill-text.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';
import { EMAIL_TEXTS } from './languages/languages.ts';

/** Build the email with a sign-in link. */
export function buildSignInEmail(to: string, workspace: string, url: string, language: PageLanguage): Email {
  const { subject, open, end } = EMAIL_TEXTS[language].signIn;
  return { to, subject: fill(subject, { workspace }), text: [fill(open, { workspace }), url, `${end}\n`].join('\n\n') };
}

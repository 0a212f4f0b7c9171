import { settings } from '../../core/config/settings.ts';
import { formatSender } from '../../core/email/sender.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';
import { loadBranding } from './page-look.ts';

/** In whose name an email is sent: its sender, behind the name of the product if it has one, and its language. */
export interface EmailLook {
  sender: string;
  language: PageLanguage;
}

/** Load the look of the emails about a workspace: in English unless the product has a language. Null on a stage without emails. */
export async function loadEmailLook(workspaceId: string): Promise<EmailLook | null> {
  const address = settings().emailSender;
  if (address === null) return null;
  const { name, locale: language = 'en' } = await loadBranding(workspaceId);
  return { sender: name === undefined ? address : formatSender(name, address), language };
}

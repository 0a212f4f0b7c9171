import { settings } from '../../core/config/settings.ts';
import { formatSender } from '../../core/email/sender.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';
import { loadWithBranding } from './page-look.ts';

/** The name of the workspace of an email, the sender, behind the name of the product if it has one, and the language. */
export interface EmailLook {
  workspace: string;
  sender: string;
  language: PageLanguage;
}

/**
 * Load the look of the emails about a workspace: in English unless the product has a language. Null on a stage without
 * emails, and for a workspace that was deleted.
 */
export async function loadEmailLook(workspaceId: string): Promise<EmailLook | null> {
  const address = settings().emailSender;
  if (address === null) return null;
  const { workspace, branding } = await loadWithBranding(workspaceId);
  if (!workspace) return null;
  const { name, locale: language = 'en' } = branding;
  return { workspace: workspace.name, sender: name === undefined ? address : formatSender(name, address), language };
}

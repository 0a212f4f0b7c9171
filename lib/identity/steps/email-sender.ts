import { settings } from '../../core/config/settings.ts';
import { formatSender } from '../../core/email/sender.ts';
import { loadBranding } from './page-look.ts';

/**
 * Load the sender of the emails about a workspace: the address of the stage, behind the name of the product if it has one. Null
 * on a stage without emails.
 */
export async function loadEmailSender(workspaceId: string): Promise<string | null> {
  const address = settings().emailSender;
  if (address === null) return null;
  const { name } = await loadBranding(workspaceId);
  return name === undefined ? address : formatSender(name, address);
}

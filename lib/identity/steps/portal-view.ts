import type { Portal } from '../rules/portal.ts';
import type { PageLook } from './page-look.ts';

/** Build the API view of a portal: in whose name the dashboard shows itself, and when it ends. */
export function toPortalView({ return_url, ends_at }: Portal, { branding }: PageLook) {
  const { name = null, colors = null, terms_url = null, privacy_url = null, support_email = null } = branding;
  const { locale = null } = branding;
  return { name, colors, terms_url, privacy_url, support_email, locale, return_url, expires_at: ends_at };
}

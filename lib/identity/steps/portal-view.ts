import { toLookView } from '../rules/branding.ts';
import type { Portal } from '../rules/portal.ts';
import type { PageLook } from './page-look.ts';

/** Build the API view of a portal: in whose name the dashboard shows itself, and when it ends. */
export function toPortalView({ return_url, ends_at }: Portal, { branding }: PageLook) {
  return { ...toLookView(branding), return_url, expires_at: ends_at };
}

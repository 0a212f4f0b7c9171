import { type Branding, toLookView } from '../rules/branding.ts';
import type { Portal } from '../rules/portal.ts';

/** Build the API view of a portal: in whose name the dashboard shows itself, and when it ends. */
export function toPortalView({ return_url, ends_at }: Portal, branding: Branding) {
  return { ...toLookView(branding), return_url, expires_at: ends_at };
}

import type { Email } from '../../core/email/email.ts';
import { ApiError } from '../../core/problems/api-error.ts';

/** How long a sign-in link is valid, and how long after its request it is sent, in milliseconds: 15 minutes. */
export const SIGN_IN_LINK_MS = 15 * 60_000;
/** At most this many links are sent for one request: one for each workspace of the address, those joined first. */
export const MAX_LINKS_PER_REQUEST = 20;

/** A request for sign-in links, made with any address. Deleted after a day. */
export interface SignInRequest {
  id: string;
  email_hash: string;
  requested_at: string;
  expires_at_ms: number;
}

/** A link that signs a member in once. Stored by the hash of its token. */
export interface SignInLink {
  hash: string;
  workspace_id: string;
  user_id: string;
  expires_at_ms: number;
}

/** Build the URL that signs in. The token is in the fragment, which browsers send to no server. */
export function signInUrl(dashboardOrigin: string, token: string): string {
  return `${dashboardOrigin}/app/#/sign-in?token=${token}`;
}

/** Build the email with a sign-in link. */
export function buildSignInEmail(to: string, workspaceName: string, url: string): Email {
  return {
    to,
    subject: `Sign in to ${workspaceName}`,
    text: [
      `Open this link to sign in to ${workspaceName}:`,
      url,
      'It works once, within 15 minutes. If you did not ask for it, you can ignore this email.\n',
    ].join('\n\n'),
  };
}

/** Create the error for a link that is unknown, used or expired, or whose member was removed. */
export function signInLinkError(): ApiError {
  return new ApiError('sign_in_link_expired', 'The sign-in link is unknown, used or expired. Request a new one.');
}

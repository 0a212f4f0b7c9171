import { queueEmail } from '../../core/email/queue-email.ts';
import type { SignInRequest } from '../rules/sign-in.ts';

/** Queue the emails of a request for sign-in links. The message names the request; its worker finds the members. */
export async function onSignInRequested(before: SignInRequest | null, after: SignInRequest | null): Promise<void> {
  if (before !== null || after === null) return;
  await queueEmail({ kind: 'sign_in', request_id: after.id }, after.email_hash);
}

import { queueEmail } from '../../core/email/queue-email.ts';
import type { SignInRequest } from '../rules/sign-in.ts';
import type { SignInMessage } from './send-sign-in-emails.ts';

/** Queue the emails of a request for sign-in links. The message names the request; its worker finds the members. */
export async function onSignInRequested(before: SignInRequest | null, after: SignInRequest | null): Promise<void> {
  if (before !== null || after === null) return;
  const message: SignInMessage = { kind: 'sign_in', request_id: after.id };
  await queueEmail(message, after.email_hash);
}

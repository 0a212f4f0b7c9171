import { settings } from '../../config/settings.ts';
import type { SignInRequest } from '../../domain/identity/sign-in.ts';
import type { SignInMessage } from '../email/email-message.ts';
import { queueUrl, sendToGroup } from '../sqs.ts';

/** Queue the emails of a request for sign-in links. The message names the request; its worker finds the members. */
export async function onSignInRequested(before: SignInRequest | null, after: SignInRequest | null): Promise<void> {
  if (before !== null || after === null || settings().emailSender === null) return;
  const message: SignInMessage = { kind: 'sign_in', request_id: after.id };
  await sendToGroup(queueUrl('EMAIL'), message, after.email_hash);
}

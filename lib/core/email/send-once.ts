import { leaseEndMs } from '../retry/lease.ts';
import { completeEmail, type EmailName, leaseEmail, releaseEmail } from './sent-emails.ts';

/**
 * Send an email once. A second one is sent only when the worker ends after SES accepted the first and before that is
 * recorded. Throws the error of `send`, after which the email can be tried again.
 */
export async function sendOnce(name: EmailName, send: () => Promise<unknown>, nowMs: number): Promise<void> {
  if ((await leaseEmail(name, leaseEndMs('email', nowMs), nowMs)) === 'done') return;
  try {
    await send();
  } catch (error) {
    await releaseEmail(name, nowMs);
    throw error;
  }
  await completeEmail(name, nowMs);
}

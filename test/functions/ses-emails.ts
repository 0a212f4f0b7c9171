import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach } from 'vitest';
import { handler as onEmailQueued } from '../../functions/on-email-queued.ts';
import type { Json } from './api-harness.ts';
import { currentHarness, EMAIL_QUEUE, type MockedClient, type SentMessage, sqsEvent } from './worker-harness.ts';

/** An email as SES receives it. */
export interface SentEmail {
  FromEmailAddress: string;
  Destination: { ToAddresses: string[] };
  Content: { Simple: { Subject: { Data: string }; Body: { Text: { Data: string } } } };
}

type MockedSes = MockedClient & { reset: () => void; calls: () => { args: [{ input: Json }] }[] };

interface Ses {
  ses: MockedSes;
  emails: () => SentEmail[];
}

/** Call once at the top of a test file, after `setupWorkers`: an SES that accepts every email, and what it received. */
export function setupSes(): Ses {
  const ses = mockClient(SESv2Client as never) as unknown as MockedSes;
  beforeEach(() => {
    ses.reset();
    ses.on(SendEmailCommand).resolves({ MessageId: 'message-1' });
  });
  sesOfFile = { ses, emails: () => ses.calls().map(({ args }) => args[0].input as unknown as SentEmail) };
  return sesOfFile;
}

let sesOfFile: Ses | undefined;

/** Return the SES of this test file. */
export function currentSes(): Ses {
  return sesOfFile!;
}

/** The text of an email. */
export function textOf(email: SentEmail): string {
  return email.Content.Simple.Body.Text.Data;
}

/**
 * Pass messages to the email worker, and those that it queues itself. Returns the number of those that the queue will
 * deliver again.
 */
export async function work(messages: SentMessage[]): Promise<number> {
  currentHarness().sent();
  const { batchItemFailures } = await onEmailQueued(sqsEvent(...messages.map(({ message }) => message)));
  const more = currentHarness()
    .sent()
    .filter(({ queue }) => queue === EMAIL_QUEUE);
  return batchItemFailures.length + (more.length > 0 ? await work(more) : 0);
}

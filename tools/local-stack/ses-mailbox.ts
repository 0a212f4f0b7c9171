import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiReply, apiError } from './api-response.ts';

/** Where emails are stored: a line of JSON each in `<folder>/outbox.jsonl`, for its owner only. */
export type SesMailbox = {
  /** Takes one SendEmail of SES (version 2) as the SDK sends it. Throws an ApiError. */
  send: (input: Record<string, unknown>) => ApiReply;
};

type Part = { Data?: string };
type SendEmail = {
  FromEmailAddress?: string;
  Destination?: { ToAddresses?: string[] };
  Content?: { Simple?: { Subject?: Part; Body?: { Text?: Part } } };
};

/** The mailbox in a folder. */
export function openSesMailbox(folder: string): SesMailbox {
  const file = join(folder, 'outbox.jsonl');
  return {
    send: (input) => {
      const { FromEmailAddress: from, Destination, Content } = input as SendEmail;
      const [to, ...others] = Destination?.ToAddresses ?? [];
      const subject = Content?.Simple?.Subject?.Data;
      const text = Content?.Simple?.Body?.Text?.Data;
      if (!from || !to || others.length > 0 || !subject || !text) {
        throw apiError(400, 'BadRequestException', 'Only plain text from one to one is known here');
      }
      const email = { id: randomUUID(), at: new Date().toISOString(), from, to, subject, text };
      appendFileSync(file, `${JSON.stringify(email)}\n`, { mode: 0o600 });
      return { MessageId: email.id };
    },
  };
}

import { settings } from '../config/settings.ts';
import { queueUrl, sendBatchToGroups } from '../queue/sqs.ts';

/** Queue the emails that a message names, or nothing in a stage without a sender, which sends no emails. */
export async function queueEmail(message: { kind: string }, groupId: string): Promise<void> {
  await queueEmails([message], groupId);
}

/** Queue messages of the email queue in the group of a workspace, as `queueEmail` does. */
export async function queueEmails(messages: { kind: string }[], groupId: string): Promise<void> {
  if (settings().emailSender === null) return;
  await sendBatchToGroups(queueUrl('EMAIL'), messages, () => groupId);
}

import { settings } from '../config/settings.ts';
import { queueUrl, sendToGroup } from '../queue/sqs.ts';

/** Queue the emails that a message names, or nothing in a stage without a sender, which sends no emails. */
export async function queueEmail(message: { kind: string }, groupId: string): Promise<void> {
  if (settings().emailSender === null) return;
  await sendToGroup(queueUrl('EMAIL'), message, groupId);
}

import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import type { MediaMessage } from './media-message.ts';

/** Queue files for their inspection, each in the group of its workspace. */
export async function queueMedia(messages: MediaMessage[]): Promise<void> {
  await sendBatch(queueUrl('MEDIA'), messages);
}

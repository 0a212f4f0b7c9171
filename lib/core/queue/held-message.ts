import type { SQSRecord } from 'aws-lambda';
import { log } from '../observability/log.ts';
import { hideMessage } from './sqs.ts';

/** How long a message stays hidden after the process that handles it has ended: the lease that it renews. */
const HOLD_SECONDS = 30;
// A request that fails, or is late, leaves time for another one.
const RENEW_MS = 10_000;

/**
 * Process a message and keep it hidden while the process lives. After a process that is killed, SQS delivers it again
 * within `HOLD_SECONDS`; the visibility timeout of the queue has to exceed the timeout of the function. After an error
 * it delivers the message again in `retrySeconds`.
 */
export async function processHeld(
  queueUrl: string,
  { receiptHandle }: SQSRecord,
  retrySeconds: number,
  perform: () => Promise<void>,
): Promise<void> {
  const hide = async (seconds: number) => {
    try {
      await hideMessage(queueUrl, receiptHandle, seconds);
    } catch (error) {
      // The message stays hidden for as long as it was before.
      log.warn('message not hidden', { error: error as Error });
    }
  };
  let renewal = hide(HOLD_SECONDS);
  const timer = setInterval(() => {
    renewal = hide(HOLD_SECONDS);
  }, RENEW_MS);
  try {
    await renewal;
    await perform();
  } catch (error) {
    clearInterval(timer);
    await renewal;
    await hide(retrySeconds);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

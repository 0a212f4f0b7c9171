import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';

const sqs = new SQSClient({ maxAttempts: 5 });

/** How many messages of a dead-letter queue were redriven. */
export interface RedriveResult {
  moved: number;
  /** Still in the queue. */
  failed: number;
}

/** Long enough to redrive ten messages, and to hide the failures of one run from the next. */
const VISIBILITY_TIMEOUT_SECONDS = 300;
const MOVE_POLL_MS = 1_000;

/** Count the messages of a queue approximately, including those in flight. */
export async function countMessages(queueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return (
    Number(Attributes.ApproximateNumberOfMessages ?? 0) + Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0)
  );
}

/**
 * Move dead letters back to their source queues and wait for the end of the SQS move task. Throws an Error
 * with the reason when SQS cancels the task.
 */
export async function redriveSqs(queueUrl: string): Promise<RedriveResult> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }),
  );
  const SourceArn = Attributes?.QueueArn;
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
  for (;;) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }));
    // A handle is listed only while the task runs; the newest task comes first.
    const task = Results.find((each) => each.TaskHandle === TaskHandle) ?? Results[0];
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    if (task?.Status === 'COMPLETED') return { moved, failed: 0 };
    if (task?.Status === 'FAILED' || task?.Status === 'CANCELLED')
      throw new Error(`SQS ended the move as ${task.Status} after ${moved} messages: ${task.FailureReason}`);
    await sleep(MOVE_POLL_MS);
  }
}

/**
 * Receive each message of a queue once and delete it when `redrive` succeeds. A failed message stays in the
 * queue, hidden for five minutes. Calls `print` once per message.
 */
export async function redriveEach(
  queueUrl: string,
  redrive: (body: string) => Promise<string>,
  print: (line: string) => void,
): Promise<RedriveResult> {
  const redriven = { moved: 0, failed: 0 };
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: VISIBILITY_TIMEOUT_SECONDS,
        WaitTimeSeconds: 2,
      }),
    );
    if (Messages.length === 0) return redriven;
    for (const { MessageId, Body = '', ReceiptHandle } of Messages) {
      try {
        const done = await redrive(Body);
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
        print(`${MessageId}: ${done}`);
        redriven.moved += 1;
      } catch (error) {
        print(`${MessageId}: not moved, ${(error as Error).message}`);
        redriven.failed += 1;
      }
    }
  }
}

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

/** What became of the messages of a failure queue. */
export interface RedriveResult {
  moved: number;
  /** Still in the queue. */
  failed: number;
}

/** Long enough to redo ten messages, and for a second run not to meet the first one's failures. */
const VISIBILITY_TIMEOUT_SECONDS = 300;
const MOVE_POLL_MS = 1_000;

/** About how many messages wait in a queue, hidden ones included. */
export async function countMessages(queueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return (
    Number(Attributes.ApproximateNumberOfMessages ?? 0) +
    Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0)
  );
}

/**
 * Lets SQS move dead letters back to the queues they came from, and waits for the end of it. Throws when SQS
 * gives the move up, with its reason.
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
 * Takes each message of a queue once, and removes those that `redo` succeeds with. The others stay, and are
 * hidden for five minutes. `say` is told of each message.
 */
export async function redriveEach(
  queueUrl: string,
  redo: (body: string) => Promise<string>,
  say: (line: string) => void,
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
        const done = await redo(Body);
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
        say(`${MessageId}: ${done}`);
        redriven.moved += 1;
      } catch (error) {
        say(`${MessageId}: stays, ${(error as Error).message}`);
        redriven.failed += 1;
      }
    }
  }
}

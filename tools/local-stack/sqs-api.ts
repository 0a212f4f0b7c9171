import { createHash } from 'node:crypto';
import { type ApiReply, apiError } from './api-response.ts';
import type { Message, MessageAttribute, Queue, Queues } from './queues.ts';
import { createWallClockTimer } from './wall-clock-timer.ts';

/** SQS's limit for a message, and for a batch of them, in bytes. */
const MESSAGE_LIMIT = 1_048_576;

type Input = Record<string, unknown> & { QueueUrl: string };
type Entry = Record<string, unknown> & { Id: string };

/**
 * Answer one operation of the SQS JSON protocol as the unchanged SDK sends it. `traceHeader` is that of the request,
 * which a message keeps as its system attribute. Throws an ApiError.
 */
export async function handleSqsRequest(
  queues: Queues,
  url: string,
  operation: string,
  input: Input,
  traceHeader?: string,
): Promise<ApiReply> {
  const name = operation === 'GetQueueUrl' ? String(input.QueueName) : String(input.QueueUrl).split('/').pop()!;
  const queue = queues.find(name);
  if (!queue) {
    throw apiError(400, 'com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.', {
      'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender',
    });
  }
  switch (operation) {
    case 'GetQueueUrl':
      return { QueueUrl: `${url}/${queue.name}` };
    case 'SendMessage':
      return sendOne(queues, queue, input, traceHeader);
    case 'SendMessageBatch': {
      const entries = entriesOf(input);
      const total = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(String(MessageBody)), 0);
      if (total > MESSAGE_LIMIT) {
        throw apiError(400, 'com.amazonaws.sqs#BatchRequestTooLong', 'The batch is longer than 1 MiB.');
      }
      return eachEntry(entries, (entry) => sendOne(queues, queue, entry, traceHeader));
    }
    case 'ReceiveMessage':
      return receive(queues, queue, input);
    case 'DeleteMessage':
      queues.remove(queue, String(input.ReceiptHandle));
      return {};
    case 'DeleteMessageBatch':
      return eachEntry(entriesOf(input), ({ ReceiptHandle }) => {
        queues.remove(queue, String(ReceiptHandle));
        return {};
      });
    case 'ChangeMessageVisibility':
      if (!queues.changeVisibility(queue, String(input.ReceiptHandle), Number(input.VisibilityTimeout))) {
        throw apiError(400, 'com.amazonaws.sqs#MessageNotInflight', 'The message is not in flight.');
      }
      return {};
    case 'GetQueueAttributes':
      return {
        Attributes: attributesOf(queues, queue, (input.AttributeNames as string[] | undefined) ?? []),
      };
    case 'PurgeQueue':
      queues.purge(queue);
      return {};
    default:
      throw apiError(400, 'UnknownOperationException', `SQS ${operation} is not known here`);
  }
}

const invalid = (message: string) => apiError(400, 'com.amazonaws.sqs#InvalidParameterValue', message);

function sendOne(queues: Queues, queue: Queue, input: Record<string, unknown>, traceHeader?: string): ApiReply {
  const body = input.MessageBody;
  if (typeof body !== 'string' || body === '') throw invalid('MessageBody must not be empty.');
  if (Buffer.byteLength(body) > MESSAGE_LIMIT) throw invalid('One or more parameters are invalid: over 1 MiB.');
  const delay = input.DelaySeconds as number | undefined;
  if (delay !== undefined && !(Number.isInteger(delay) && delay >= 0 && delay <= 900)) {
    throw invalid(`Value ${delay} for parameter DelaySeconds is invalid. Reason: must be between 0 and 900.`);
  }
  const attributes = input.MessageAttributes as Record<string, MessageAttribute> | undefined;
  const groupId = input.MessageGroupId as string | undefined;
  return {
    MessageId: queues.send(queue, body, delay, { attributes, groupId, traceHeader }),
    MD5OfMessageBody: md5(body),
    ...(attributes && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
  };
}

function entriesOf(input: Input): Entry[] {
  const entries = (input.Entries ?? []) as Entry[];
  const reject = (code: string) =>
    apiError(400, `com.amazonaws.sqs#${code}`, `A batch has 1 to 10 entries with ids of their own (${code}).`);
  if (entries.length === 0) throw reject('EmptyBatchRequest');
  if (entries.length > 10) throw reject('TooManyEntriesInBatchRequest');
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) throw reject('BatchEntryIdsNotDistinct');
  return entries;
}

/** A batch returns 200 even if entries fail; those are listed under `Failed`. */
function eachEntry(entries: Entry[], act: (entry: Entry) => ApiReply): ApiReply {
  const Successful: ApiReply[] = [];
  const Failed: ApiReply[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...act(entry) });
    } catch (error) {
      Failed.push({ Id: entry.Id, SenderFault: true, Code: 'InvalidParameterValue', Message: String(error) });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
}

async function receive(queues: Queues, queue: Queue, input: Input): Promise<ApiReply> {
  const max = Number(input.MaxNumberOfMessages ?? 1);
  if (!(max >= 1 && max <= 10)) throw invalid('MaxNumberOfMessages must be between 1 and 10.');
  const take = () => queues.receive(queue, max, input.VisibilityTimeout as number | undefined);
  const deadline = Date.now() + Number(input.WaitTimeSeconds ?? queue.receiveWaitSeconds) * 1000;
  let messages = take();
  while (messages.length === 0 && Date.now() < deadline) {
    await nextMessage(queues, queue, deadline);
    messages = take();
  }
  if (messages.length === 0) return {};
  return { Messages: messages.map(describe) };
}

async function nextMessage(queues: Queues, queue: Queue, deadlineMs: number): Promise<void> {
  await new Promise<void>((resume) => {
    const timer = createWallClockTimer(() => {
      unsubscribe();
      timer.stop();
      resume();
    });
    const unsubscribe = queues.onMessage(queue, (visibleMs) => timer.set(visibleMs));
    timer.set(Math.min(deadlineMs, queues.nextVisibleMs(queue) ?? deadlineMs));
  });
}

function describe(message: Message): ApiReply {
  const hasAttributes = Object.keys(message.attributes).length > 0;
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: systemAttributes(message),
    ...(hasAttributes && {
      MessageAttributes: message.attributes,
      MD5OfMessageAttributes: md5OfAttributes(message.attributes),
    }),
  };
}

/** The attributes SQS itself adds; a Lambda event holds the same ones. */
export function systemAttributes(message: Message): Record<string, string> {
  return {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentMs),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedMs),
    ...(message.traceHeader && { AWSTraceHeader: message.traceHeader }),
  };
}

function attributesOf(queues: Queues, queue: Queue, names: string[]): Record<string, string> {
  const { visible, inFlight, delayed } = queues.counts(queue);
  const every: Record<string, string> = {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
    DelaySeconds: String(queue.delaySeconds),
    MessageRetentionPeriod: String(queue.retentionSeconds),
    ReceiveMessageWaitTimeSeconds: String(queue.receiveWaitSeconds),
    ...(queue.redrive && { RedrivePolicy: JSON.stringify(queue.redrive) }),
  };
  return Object.fromEntries(Object.entries(every).filter(([name]) => names.includes('All') || names.includes(name)));
}

export const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

/** SQS developer guide, "Calculating the MD5 message digest for message attributes". */
function md5OfAttributes(attributes: Record<string, MessageAttribute>): string {
  const sized = (data: string | Buffer) => {
    const bytes = Buffer.from(data as string);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const chunks = Object.keys(attributes)
    .sort()
    .flatMap((name) => {
      const { DataType, StringValue, BinaryValue } = attributes[name]!;
      const isBinary = DataType.startsWith('Binary');
      const value = isBinary ? Buffer.from(BinaryValue ?? '', 'base64') : (StringValue ?? '');
      return [sized(name), sized(DataType), Buffer.from([isBinary ? 2 : 1]), sized(value)];
    });
  return md5(Buffer.concat(chunks));
}

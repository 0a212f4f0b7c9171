import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Template } from './template.ts';

/** Create a function that takes messages of the step queue of a stack without triggers, each as the event of its worker. */
export function stepMessages(template: Template, endpoint: string): () => Promise<object[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  const { name } = template.ofType('AWS::SQS::Queue').find((queue) => queue.name.includes('StepQueue'))!;
  const QueueUrl = `${endpoint}/000000000000/${name}`;
  return async () => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    return Messages.map(({ MessageId, ReceiptHandle, Body }) => {
      return { Records: [{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: {} }] };
    });
  };
}

/** Run the queued steps of a stack without triggers, and those that follow from them. */
export async function runSteps(
  take: () => Promise<object[]>,
  invoke: (name: string, event: object) => Promise<unknown>,
) {
  for (let steps = await take(); steps.length > 0; steps = await take()) {
    for (const step of steps) await invoke('on-step-queued', step);
  }
}

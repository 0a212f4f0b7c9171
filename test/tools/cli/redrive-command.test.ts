import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../tools/cli/arguments.ts';
import { redriveCommand } from '../../../tools/cli/redrive-command.ts';

const ARN = 'arn:aws:sqs:eu-central-1:1:dead';
const URL = 'https://sqs.eu-central-1.amazonaws.com/1/dead';

const cloudFormation = mockClient(CloudFormationClient);
const sqs = mockClient(SQSClient);
let said: string[];

const run = (...args: string[]) => redriveCommand(args, (line) => said.push(line));

function holds(visible: number, hidden = 0): void {
  sqs.on(GetQueueAttributesCommand).resolves({
    Attributes: {
      QueueArn: ARN,
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
    },
  });
}

beforeEach(() => {
  said = [];
  cloudFormation.reset();
  sqs.reset();
  const queues = [
    'PublishDeadLetters',
    'DeliveryDeadLetters',
    'MetricPollDeadLetters',
    'EmailDeadLetters',
    'InvocationDeadLetters',
  ];
  cloudFormation.on(ListStackResourcesCommand, { StackName: 'ContentIntelligence-production' }).resolves({
    StackResourceSummaries: queues.map((queue) => ({
      ResourceType: 'AWS::SQS::Queue',
      LogicalResourceId: `${queue}0123ABCD`,
      PhysicalResourceId: URL,
      LastUpdatedTimestamp: new Date(),
      ResourceStatus: 'CREATE_COMPLETE',
    })),
  });
});

describe('the arguments', () => {
  it.each([
    ['no queue', []],
    ['an unknown queue', ['Everything']],
    ['the name of something every object has', ['toString']],
    ['two queues', ['StreamDeadLetters', 'InvocationDeadLetters']],
    ['an unknown option', ['StreamDeadLetters', '--force']],
  ])('%s is rejected with the usage', async (_, args) => {
    await expect(run(...args)).rejects.toThrow(UsageError);
    await expect(run(...args)).rejects.toThrow('Usage: npm run redrive -- PublishDeadLetters|');
  });
});

it.each([
  'PublishDeadLetters',
  'DeliveryDeadLetters',
  'MetricPollDeadLetters',
  'EmailDeadLetters',
  'InvocationDeadLetters',
])('--dry-run counts the messages of %s, hidden ones too, and touches none', async (queue) => {
  holds(3, 2);
  expect(await run(queue, '--stage', 'production', '--dry-run')).toBe(true);
  expect(said).toEqual([`${queue} of production: 5 messages`]);
  expect(sqs.calls().map(({ firstArg }) => firstArg.constructor.name)).toEqual(['GetQueueAttributesCommand']);
});

describe('dead letters', () => {
  it('are moved by SQS to their source queue; the command waits for the end of the move', async () => {
    holds(7);
    sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: 'handle' });
    sqs
      .on(ListMessageMoveTasksCommand)
      .resolvesOnce({ Results: [{ TaskHandle: 'handle', Status: 'RUNNING' }] })
      .resolves({ Results: [{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 7 }] });
    expect(await run('PublishDeadLetters', '--stage', 'production')).toBe(true);
    expect(said).toEqual(['PublishDeadLetters of production: 7 redriven, 0 remain']);
    const [started] = sqs.commandCalls(StartMessageMoveTaskCommand);
    // Without a destination, SQS moves each message to its source queue.
    expect(started!.args[0].input).toEqual({ SourceArn: ARN });
  });

  it('that SQS cannot move cause an error with the reason', async () => {
    holds(7);
    sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: 'handle' });
    sqs.on(ListMessageMoveTasksCommand).resolves({
      Results: [{ Status: 'FAILED', FailureReason: 'AccessDenied', ApproximateNumberOfMessagesMoved: 2 }],
    });
    await expect(run('DeliveryDeadLetters', '--stage', 'production')).rejects.toThrow(
      'FAILED after 2 messages: AccessDenied',
    );
  });

  it('cause no move when the queue is empty', async () => {
    holds(0);
    expect(await run('PublishDeadLetters', '--stage', 'production')).toBe(true);
    expect(sqs.commandCalls(StartMessageMoveTaskCommand)).toHaveLength(0);
  });
});

describe('failure records', () => {
  it('that cannot be parsed remain in the queue, and the command reports them', async () => {
    const queue = 'InvocationDeadLetters';
    holds(2);
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({
        Messages: [
          { MessageId: 'm1', ReceiptHandle: 'r1', Body: 'not JSON' },
          { MessageId: 'm2', ReceiptHandle: 'r2', Body: '{"requestContext":{}}' },
        ],
      })
      .resolves({});
    expect(await run(queue, '--stage', 'production')).toBe(false);
    expect(said.at(-1)).toBe(`${queue} of production: 0 redriven, 2 remain`);
    expect(said[0]).toMatch(/^m1: not moved, /);
    expect(sqs.commandCalls(DeleteMessageCommand)).toHaveLength(0);
  });
});

import { type App, Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { alarmTopic } from './alarm-topic.ts';
import { accountKey } from './kms-key.ts';
import { serviceTable } from './service-table.ts';
import type { Stage } from './stages.ts';

/** The stack that holds data, and what the service stack uses of it. */
export interface DataStack {
  stack: Stack;
  table: TableV2;
  /** Encrypts the secrets of platform accounts. */
  accountKey: Key;
  alarmTopic: Topic;
}

/**
 * Create the stack that is never replaced: the table, the KMS key and the alarm topic.
 *
 * Every stage has all three, and all their names are exported whether or not the service stack imports them. An
 * export that is in use cannot be removed, so a resource that comes and goes with a setting would block the next
 * deployment.
 */
export function createDataStack(app: App, stage: Stage): DataStack {
  const stack = new Stack(app, `ContentIntelligenceData-${stage.name}`, {
    description: `Content Intelligence Service, data (${stage.name})`,
    terminationProtection: stage.deletionProtection,
  });
  const table = serviceTable(stack, stage);
  const key = accountKey(stack, stage);
  const topic = alarmTopic(stack, stage.alarmEmail);
  for (const value of [table.tableName, table.tableArn, table.tableStreamArn, key.keyArn, topic.topicArn]) {
    stack.exportValue(value);
  }
  return { stack, table, accountKey: key, alarmTopic: topic };
}

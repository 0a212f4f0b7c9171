import { type App, Duration, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { INDEX_PROJECTION, INDEXES } from '../core/table/schema.ts';
import { createMediaStore } from './media-bucket.ts';
import { exportProtections, type Protections } from './protected-settings.ts';
import { removalOf } from './removal-policy.ts';
import type { Encryption } from './stack-context.ts';
import type { Stage } from './stage-settings.ts';

// Publishing writes 73 units to the table and 27 to all indexes together (tools/cost-model/units.json).
const INDEX_SHARE_OF_WRITES = 0.5;

/** The stack that holds data, and what the service stack uses of it. */
export type DataStack = ReturnType<typeof createDataStack>;

/**
 * Create the stack that is never replaced: the table, the KMS key, the bucket of the stream's dead letters, the media
 * library and the alarm topic. Every stage has all of them, and all their names are exported whether or not the service stack imports them. An
 * export that is in use cannot be removed, so a resource that comes and goes with a setting would block the next
 * deployment. `protections` are the protected settings of the stage (protected-settings.ts).
 */
export function createDataStack(app: App, stage: Stage, protections: Protections) {
  const stack = new Stack(app, `ContentIntelligenceData-${stage.name}`, {
    description: `Content Intelligence Service, data (${stage.name})`,
  });
  const table = serviceTable(stack, stage);
  // Encrypts the secrets of platform accounts and webhook endpoints. It is retained with the table: without the key, every account has to
  // be connected again.
  const accountKey = stage.customerKey ? createAccountKey(stack, stage) : null;
  // The first function that encrypts creates the parameter: CloudFormation cannot create a SecureString.
  const parameter = { service: 'ssm', resource: 'parameter', resourceName: `${stack.stackName}/encryption-key` };
  const encryption = { arn: accountKey?.keyArn ?? stack.formatArn(parameter), isKmsKey: accountKey !== null };
  const streamDeadLetters = deadLetterBucket(stack, stage);
  const media = createMediaStore(stack, stage);
  const alarmTopic = createAlarmTopic(stack, stage.alarmEmail);
  const { tableName, tableArn, tableStreamArn } = table;
  const { bucketName, bucketArn } = streamDeadLetters;
  const { bucket, queue, deadLetters } = media;
  const exported = [
    ...[tableName, tableArn, tableStreamArn, bucketName, bucketArn, alarmTopic.topicArn],
    ...(accountKey ? [accountKey.keyArn] : []),
    ...[bucket.bucketName, bucket.bucketArn, queue.queueName, queue.queueUrl, queue.queueArn],
    ...[deadLetters.queueName, deadLetters.queueArn],
  ];
  for (const value of exported) stack.exportValue(value);
  // Deletion protection would stop the rollback of a failed creation, so nothing can fail after the table.
  table.node.addDependency(...stack.node.children.filter((other) => other !== table));
  exportProtections(stack, protections);
  return { stack, table, encryption, streamDeadLetters, media, alarmTopic };
}

/** Create the KMS key. KMS deletes it 30 days after a request, the longest time in which the request can be cancelled. */
function createAccountKey(stack: Stack, stage: Stage): Key {
  return new Key(stack, 'AccountKey', {
    description: `Secrets of platform accounts and webhook endpoints (${stack.stackName})`,
    enableKeyRotation: true,
    removalPolicy: removalOf(stage),
    pendingWindow: Duration.days(30),
    // Left out, the properties are those of a key that version 1.0.0 has created.
    ...(stage.multiRegionKey ? { multiRegion: true } : {}),
  });
}

/** Create the table: on-demand, with its stream, its indexes and point-in-time recovery of 35 days. */
function serviceTable(scope: Construct, stage: Stage): TableV2 {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const units = stage.warmWriteUnitsPerSecond;
  return new TableV2(scope, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    timeToLiveAttribute: 'expires_at_seconds',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.deletionProtection,
    removalPolicy: removalOf(stage),
    ...(units === null ? {} : { warmThroughput: { writeUnitsPerSecond: units } }),
    globalSecondaryIndexes: Object.entries(INDEXES).map(([indexName, { pk, sk, projection }]) => ({
      indexName,
      partitionKey: text(pk),
      sortKey: text(sk),
      // An index that throttles also throttles the writes to the table.
      ...(units === null ? {} : { warmThroughput: { writeUnitsPerSecond: Math.ceil(units * INDEX_SHARE_OF_WRITES) } }),
      ...(projection === 'keys'
        ? { projectionType: ProjectionType.KEYS_ONLY }
        : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...INDEX_PROJECTION] }),
    })),
  });
}

/**
 * Create the bucket of the changes that the stream worker could not process. A redrive may process a change at most this
 * long after it was made: audit deduplication lasts 21 days, and dead-letter queues hold messages for 14.
 */
function deadLetterBucket(scope: Construct, stage: Stage): Bucket {
  return new Bucket(scope, 'StreamDeadLetters', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(14) }],
    removalPolicy: removalOf(stage),
  });
}

/** Create the topic that alarms notify, with a subscription for `email` unless it is null or `none`. */
function createAlarmTopic(stack: Stack, email: Stage['alarmEmail']): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  // enforceSSL adds a policy that replaces the default one, so CloudWatch needs a statement of its own.
  const conditions = { StringEquals: { 'aws:SourceAccount': stack.account } };
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
  if (email !== null && email !== 'none') topic.addSubscription(new EmailSubscription(email));
  return topic;
}

/** Refer to a table and a key that are not part of the stage, for the resources of `scope`. */
export function referToExistingData(
  scope: Construct,
  { tableStreamArn, accountKeyArn }: NonNullable<Stage['existingData']>,
): { table: ITableV2; encryption: Encryption } {
  const tableArn = tableStreamArn.split('/stream/')[0]!;
  return {
    table: TableV2.fromTableAttributes(scope, 'ExistingTable', { tableArn, tableStreamArn }),
    encryption: { arn: accountKeyArn, isKmsKey: true },
  };
}

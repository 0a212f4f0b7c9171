import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { streamPatterns } from '../app/stream/subscriptions.ts';
import { allow } from './inline-role.ts';
import type { StackContext } from './stack-context.ts';
import { STREAM_BATCHES_PER_SHARD } from './stage-settings.ts';

// The stream keeps a record for 24 hours, and what it drops reaches no destination. An hour before, Lambda stores the
// record in the bucket.
const MAX_RECORD_AGE_HOURS = 23;
const UNLIMITED = -1;

/**
 * Deliver the changes of the table to the stream worker.
 *
 * Lambda retries a batch until it succeeds, for as long as the stream keeps its records, and splits a batch whose
 * invocation fails. What it abandons it stores in the bucket, with the records. The function stores a record there too
 * that fails permanently, so that the records behind it do not wait.
 */
export function addStreamMapping(
  { table, streamDeadLetters, stage }: StackContext,
  streamWorker: LambdaFunction,
): void {
  streamWorker.addEnvironment('STREAM_DEAD_LETTERS_BUCKET', streamDeadLetters.bucketName);
  allow(streamWorker, ['s3:PutObject'], [streamDeadLetters.arnForObjects('*')]);
  // Lambda checks that the bucket exists before it stores a batch.
  allow(streamWorker, ['s3:ListBucket'], [streamDeadLetters.bucketArn]);
  const source = new DynamoEventSource(table, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    parallelizationFactor: stage.streamConcurrency === null ? 1 : STREAM_BATCHES_PER_SHARD,
    bisectBatchOnError: true,
    retryAttempts: UNLIMITED,
    maxRecordAge: Duration.hours(MAX_RECORD_AGE_HOURS),
    reportBatchItemFailures: true,
    // The S3OnFailureDestination of the CDK would also grant reading and deletion.
    onFailure: { bind: () => ({ destination: streamDeadLetters.bucketArn }) },
    filters: streamPatterns(stage).map((pattern) => FilterCriteria.filter(pattern)),
  });
  streamWorker.addEventSource(source);
}

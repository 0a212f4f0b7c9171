import { beforeAll, describe, expect, it } from 'vitest';
import { type Resource, type Synthesized, synthesized } from './synthesized.ts';

/** DynamoDB keeps the records of a stream for 24 hours. */
const STREAM_RETENTION_SECONDS = 86_400;

let stack: Synthesized;
let mapping: Resource['Properties'];
let bucketId: string;
let bucket: Resource;

beforeAll(() => {
  stack = synthesized('production');
  const mappings = stack.ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);
  mapping = mappings.find(({ StartingPosition }) => StartingPosition)!;
  [bucketId, bucket] = Object.entries(stack.resources).find(([, { Type }]) => Type === 'AWS::S3::Bucket')!;
});

describe('the event source mapping of the stream', () => {
  it('retries until shortly before the stream drops a record, and splits failed batches', () => {
    expect(mapping).toMatchObject({
      MaximumRetryAttempts: -1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    const age = Number(mapping.MaximumRecordAgeInSeconds);
    expect(age).toBeLessThan(STREAM_RETENTION_SECONDS);
    expect(age).toBeGreaterThanOrEqual(STREAM_RETENTION_SECONDS - 3_600);
  });

  it('stores what it abandons in the bucket, with the records, and counts it', () => {
    const Destination = { 'Fn::GetAtt': [bucketId, 'Arn'] };
    expect(mapping.DestinationConfig).toEqual({ OnFailure: { Destination } });
  });
});

describe('the bucket of dead letters', () => {
  it('is encrypted, closed to the public and empty after 14 days', () => {
    expect(bucket.Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: 'Enabled' }] },
    });
  });

  it('rejects requests without TLS', () => {
    const [policy] = stack.ofType('AWS::S3::BucketPolicy');
    const { Statement } = policy!.Properties.PolicyDocument as { Statement: object[] };
    expect(Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it('is named to the function that stores dead letters, and to no other', () => {
    const named = stack.ofType('AWS::Lambda::Function').filter(({ Properties }) => {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      return JSON.stringify(Variables.STREAM_DEAD_LETTERS_BUCKET) === JSON.stringify({ Ref: bucketId });
    });
    expect(named.map(({ Metadata }) => Metadata?.Function)).toEqual(['on-table-change']);
  });

  it('alarms on changes that the function stores', () => {
    const alarm = stack
      .ofType('AWS::CloudWatch::Alarm')
      .find(({ Properties }) => Properties.AlarmName === 'ContentIntelligence-production-StreamDeadLetters')!;
    const metrics = (alarm.Properties.Metrics as { MetricStat?: { Metric: { MetricName: string } } }[]).flatMap(
      ({ MetricStat }) => (MetricStat ? [MetricStat.Metric.MetricName] : []),
    );
    expect(metrics.sort()).toEqual(['StreamDeadLetters']);
    expect(alarm.Properties).toMatchObject({ Threshold: 1, EvaluationPeriods: 1 });
  });
});

import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBucketName, getQueueUrl, getStackOutputs } from '../../../tools/cli/stack.ts';

const cloudFormation = mockClient(CloudFormationClient);

beforeEach(() => {
  cloudFormation.reset();
  process.env.AWS_REGION = 'eu-central-1';
});

describe('getStackOutputs', () => {
  it.each([
    ['the URL of the dashboard', { DashboardUrl: 'https://d1.cloudfront.net/app/' }, 'https://d1.cloudfront.net/app/'],
    ['no dashboard, where the stage has none', {}, null],
  ])('returns the base URL, the table name, the key and %s', async (_, more, dashboardUrl) => {
    cloudFormation.on(DescribeStacksCommand, { StackName: 'ContentIntelligence-production' }).resolves({
      Stacks: [
        {
          StackName: 'ContentIntelligence-production',
          CreationTime: new Date(),
          StackStatus: 'CREATE_COMPLETE',
          Outputs: [
            { OutputKey: 'BaseUrl', OutputValue: 'https://api.example.com/v1' },
            { OutputKey: 'TableName', OutputValue: 'the-table' },
            { OutputKey: 'EncryptionKeyArn', OutputValue: 'the-key' },
            ...Object.entries(more).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
          ],
        },
      ],
    });
    expect(await getStackOutputs('production')).toEqual({
      baseUrl: 'https://api.example.com/v1',
      tableName: 'the-table',
      encryptionKeyArn: 'the-key',
      dashboardUrl,
    });
  });

  it('explains how to deploy a missing stack', async () => {
    const message = 'Stack with id ContentIntelligence-production does not exist';
    cloudFormation.on(DescribeStacksCommand).rejects(new Error(message));
    await expect(getStackOutputs('production')).rejects.toThrow(
      'There is no stack ContentIntelligence-production in eu-central-1 of this account. Deploy it first: npx cdk deploy --all -c stage=production',
    );
  });

  it('rethrows other errors', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('The security token is expired'));
    await expect(getStackOutputs('production')).rejects.toThrow('The security token is expired');
  });

  it('reports a stack without outputs', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] });
    await expect(getStackOutputs('production')).rejects.toThrow('has no output BaseUrl');
  });
});

describe('the physical ids of resources', () => {
  const resource = (LogicalResourceId: string, PhysicalResourceId: string, ResourceType = 'AWS::SQS::Queue') => ({
    ResourceType,
    LogicalResourceId,
    PhysicalResourceId,
    LastUpdatedTimestamp: new Date(),
    ResourceStatus: 'CREATE_COMPLETE' as const,
  });

  it('of a bucket are found in the data stack', async () => {
    cloudFormation.on(ListStackResourcesCommand, { StackName: 'ContentIntelligenceData-development' }).resolves({
      StackResourceSummaries: [
        resource('StreamDeadLettersPolicy221995DC', 'policy', 'AWS::S3::BucketPolicy'),
        resource('StreamDeadLetters221995DC', 'data-dead', 'AWS::S3::Bucket'),
      ],
    });
    expect(await getBucketName('development', 'StreamDeadLetters')).toBe('data-dead');
  });

  it('of a queue are found beyond the first page of resources, by its construct id', async () => {
    cloudFormation
      .on(ListStackResourcesCommand)
      .resolves({
        NextToken: 'next',
        StackResourceSummaries: [resource('PublishDeadLettersCopy35E73F84', 'https://sqs/other')],
      })
      .on(ListStackResourcesCommand, { StackName: 'ContentIntelligence-development', NextToken: 'next' })
      .resolves({ StackResourceSummaries: [resource('PublishDeadLetters35E73F84', 'https://sqs/failed')] });
    expect(await getQueueUrl('development', 'PublishDeadLetters')).toBe('https://sqs/failed');
  });

  it('of an unknown queue are rejected', async () => {
    cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
    await expect(getQueueUrl('development', 'PublishDeadLetters')).rejects.toThrow(
      'has no AWS::SQS::Queue PublishDeadLetters',
    );
  });
});

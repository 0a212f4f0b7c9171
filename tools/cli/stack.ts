import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { constructIdOf } from '../../lib/stack/construct-ids.ts';
import { findStageKind } from '../../lib/stack/stage-file.ts';

/** Return the stack name of a stage. Throws an Error for an unknown stage. */
export function toStackName(stageName: string): string {
  findStageKind(stageName);
  return `ContentIntelligence-${stageName}`;
}

function toDataStackName(stageName: string): string {
  return toStackName(stageName).replace(/^ContentIntelligence/, '$&Data');
}

/** The outputs of a deployed stack. */
export interface StackOutputs {
  baseUrl: string;
  tableName: string;
  encryptionKeyArn: string;
  /** Null for a stage without a dashboard. */
  dashboardUrl: string | null;
}

/** Read the outputs of a stage's stack. Throws an Error with advice without a stack or a region. */
export async function getStackOutputs(stageName: string): Promise<StackOutputs> {
  const stackName = toStackName(stageName);
  const response = await withCloudFormation(stageName, (client) =>
    client.send(new DescribeStacksCommand({ StackName: stackName })),
  );
  const outputs = response.Stacks?.[0]?.Outputs ?? [];
  const find = (key: string) => outputs.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
  const output = (key: string) => {
    const value = find(key);
    if (!value) throw new Error(`The stack ${stackName} has no output ${key}: is it still being deployed?`);
    return value;
  };
  return {
    baseUrl: output('BaseUrl'),
    tableName: output('TableName'),
    encryptionKeyArn: output('EncryptionKeyArn'),
    dashboardUrl: find('DashboardUrl') ?? null,
  };
}

/** Find the URL of a queue of the service or the data stack by its construct id (`PublishDeadLetters`). */
export function getQueueUrl(stageName: string, queue: string, stack: 'service' | 'data' = 'service'): Promise<string> {
  const stackName = stack === 'data' ? toDataStackName(stageName) : toStackName(stageName);
  return getPhysicalId(stageName, stackName, 'AWS::SQS::Queue', queue);
}

/** Find the name of a function of the service stack by its construct id (`OnTableChange`). */
export function getFunctionName(stageName: string, fn: string): Promise<string> {
  return getPhysicalId(stageName, toStackName(stageName), 'AWS::Lambda::Function', fn);
}

/** Find the names of functions of the service stack by their construct ids, in that order. Throws if one is missing. */
export function getFunctionNames(stageName: string, functions: readonly string[]): Promise<string[]> {
  return getPhysicalIds(stageName, toStackName(stageName), 'AWS::Lambda::Function', functions);
}

/** Find the name of a bucket of the data stack by its construct id (`StreamDeadLetters`). */
export function getBucketName(stageName: string, bucket: string): Promise<string> {
  return getPhysicalId(stageName, toDataStackName(stageName), 'AWS::S3::Bucket', bucket);
}

async function getPhysicalId(stageName: string, StackName: string, type: string, id: string): Promise<string> {
  const [found] = await getPhysicalIds(stageName, StackName, type, [id]);
  return found!;
}

/** List the resources page by page, because DescribeStackResources returns at most a hundred. */
async function getPhysicalIds(
  stageName: string,
  StackName: string,
  type: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = new Map<string, string>();
  await withCloudFormation(stageName, async (client) => {
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of page.StackResourceSummaries ?? []) {
        if (ResourceType === type && PhysicalResourceId)
          found.set(constructIdOf(LogicalResourceId), PhysicalResourceId);
      }
    }
  });
  return ids.map((id) => {
    const physicalId = found.get(id);
    if (!physicalId) throw new Error(`The stack ${StackName} has no ${type} ${id}.`);
    return physicalId;
  });
}

/** List the resources of a stage's service stack and of those nested in it. Without a stack there are none. */
export async function findResources(stageName: string): Promise<StackResourceSummary[]> {
  const client = new CloudFormationClient({ maxAttempts: 5 });
  const list = async (StackName: string): Promise<StackResourceSummary[]> => {
    const found: StackResourceSummary[] = [];
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      found.push(...(page.StackResourceSummaries ?? []));
    }
    const nested = found.filter(({ ResourceType }) => ResourceType === 'AWS::CloudFormation::Stack');
    const inNested = await Promise.all(nested.map(({ PhysicalResourceId }) => list(PhysicalResourceId!)));
    return [...found, ...inNested.flat()];
  };
  try {
    return await list(toStackName(stageName));
  } catch (error) {
    if ((error as Error).message.includes('does not exist')) return [];
    throw error;
  } finally {
    client.destroy();
  }
}

async function withCloudFormation<T>(stageName: string, run: (client: CloudFormationClient) => Promise<T>): Promise<T> {
  const client = new CloudFormationClient({ maxAttempts: 5 });
  try {
    return await run(client);
  } catch (error) {
    const { message } = error as Error;
    if (message.includes('does not exist')) {
      const deploy = `npx cdk deploy --all -c stage=${stageName}`;
      throw new Error(
        `There is no stack ${toStackName(stageName)} in ${await client.config.region()} of this account. Deploy it first: ${deploy}`,
      );
    }
    if (message.includes('Region is missing'))
      throw new Error('No AWS region is set: set AWS_REGION, or a region in your AWS profile.');
    throw error;
  } finally {
    client.destroy();
  }
}

import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { constructIdOf } from '../../lib/stack/construct-ids.ts';
import { findStageKind } from '../../lib/stack/stage-file.ts';

/** Return the stack name of a stage. Throws an Error for an unknown stage. */
export function toStackName(stageName: string): string {
  findStageKind(stageName);
  return `ContentIntelligence-${stageName}`;
}

/** Return the name of the data stack of a stage. Throws an Error for an unknown stage. */
export function toDataStackName(stageName: string): string {
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

/** Find a stack by its name, or null when it is not deployed. */
export async function findStack(StackName: string): Promise<Stack | null> {
  const found = await ifDeployed((client) => client.send(new DescribeStacksCommand({ StackName })));
  return found?.Stacks?.[0] ?? null;
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

/**
 * Find the names of functions of the service stack by their construct ids. Throws if one is missing that is not in
 * `ifDeployed`.
 */
export async function getFunctionNames(
  stageName: string,
  functions: readonly string[],
  ifDeployed: readonly string[],
): Promise<Map<string, string>> {
  const stackName = toStackName(stageName);
  const found = await listPhysicalIds(stageName, stackName, 'AWS::Lambda::Function');
  const names = functions.map((id) => [id, requireIn(found, id, stackName, 'AWS::Lambda::Function')] as const);
  return new Map([...names, ...[...found].filter(([id]) => ifDeployed.includes(id))]);
}

/** Find the name of a bucket of the data stack by its construct id (`StreamDeadLetters`). */
export function getBucketName(stageName: string, bucket: string): Promise<string> {
  return getPhysicalId(stageName, toDataStackName(stageName), 'AWS::S3::Bucket', bucket);
}

async function getPhysicalId(stageName: string, StackName: string, type: string, id: string): Promise<string> {
  return requireIn(await listPhysicalIds(stageName, StackName, type), id, StackName, type);
}

function requireIn(found: ReadonlyMap<string, string>, id: string, stackName: string, type: string): string {
  const physicalId = found.get(id);
  if (!physicalId) throw new Error(`The stack ${stackName} has no ${type} ${id}.`);
  return physicalId;
}

/**
 * List the resources of a type by their construct ids, page by page: DescribeStackResources returns at most a hundred.
 */
async function listPhysicalIds(stageName: string, StackName: string, type: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await withCloudFormation(stageName, async (client) => {
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of page.StackResourceSummaries ?? []) {
        if (ResourceType === type && PhysicalResourceId)
          found.set(constructIdOf(LogicalResourceId), PhysicalResourceId);
      }
    }
  });
  return found;
}

/** List the resources of a stage's service stack and of those nested in it. Without a stack there are none. */
export async function findResources(stageName: string): Promise<StackResourceSummary[]> {
  const list = async (client: CloudFormationClient, StackName: string): Promise<StackResourceSummary[]> => {
    const found: StackResourceSummary[] = [];
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      found.push(...(page.StackResourceSummaries ?? []));
    }
    const nested = found.filter(({ ResourceType }) => ResourceType === 'AWS::CloudFormation::Stack');
    const inNested = await Promise.all(nested.map(({ PhysicalResourceId }) => list(client, PhysicalResourceId!)));
    return [...found, ...inNested.flat()];
  };
  return (await ifDeployed((client) => list(client, toStackName(stageName)))) ?? [];
}

/** Run requests about a stack. Returns null when it is not deployed. */
async function ifDeployed<T>(run: (client: CloudFormationClient) => Promise<T>): Promise<T | null> {
  const client = new CloudFormationClient({ maxAttempts: 5 });
  try {
    return await run(client);
  } catch (error) {
    if ((error as Error).message.includes('does not exist')) return null;
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

import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { parseStageName } from '../../lib/stack/stage-settings.ts';

/** Returns the stack name of a stage. Throws an Error for an unknown stage. */
export function toStackName(stageName: string): string {
  return `ContentIntelligence-${parseStageName(stageName)}`;
}

/** The outputs of a deployed stack. */
export interface StackOutputs {
  baseUrl: string;
  tableName: string;
}

/** Reads the outputs of a stage's stack. Throws an Error with advice without a stack or a region. */
export async function getStackOutputs(stageName: string): Promise<StackOutputs> {
  const stackName = toStackName(stageName);
  const response = await withCloudFormation(stageName, (client) =>
    client.send(new DescribeStacksCommand({ StackName: stackName })),
  );
  const outputs = response.Stacks?.[0]?.Outputs ?? [];
  const output = (key: string) => {
    const value = outputs.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (!value) throw new Error(`The stack ${stackName} has no output ${key}: is it still being deployed?`);
    return value;
  };
  return { baseUrl: output('BaseUrl'), tableName: output('TableName') };
}

/**
 * Finds the URL of a queue by its construct id (`StreamDeadLetters`). Lists the resources page by page, because
 * DescribeStackResources returns at most a hundred.
 */
export async function getQueueUrl(stageName: string, queue: string): Promise<string> {
  const stackName = toStackName(stageName);
  const url = await withCloudFormation(stageName, async (client) => {
    for await (const page of paginateListStackResources({ client }, { StackName: stackName })) {
      // The CDK appends eight hexadecimal digits to the construct id.
      const found = page.StackResourceSummaries?.find(
        ({ ResourceType, LogicalResourceId }) =>
          ResourceType === 'AWS::SQS::Queue' && LogicalResourceId?.replace(/[0-9A-F]{8}$/, '') === queue,
      );
      if (found) return found.PhysicalResourceId;
    }
    return undefined;
  });
  if (!url) throw new Error(`The stack ${stackName} has no queue ${queue}.`);
  return url;
}

/** Finds the physical ids of resources of a stage's stack by their logical ids. Without a stack there are none. */
export async function findPhysicalIds(stageName: string, logicalIds: readonly string[]): Promise<string[]> {
  const client = new CloudFormationClient({ maxAttempts: 5 });
  const found: string[] = [];
  try {
    for await (const page of paginateListStackResources({ client }, { StackName: toStackName(stageName) })) {
      for (const { LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
        if (PhysicalResourceId && logicalIds.includes(LogicalResourceId ?? '')) found.push(PhysicalResourceId);
      }
    }
    return found;
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

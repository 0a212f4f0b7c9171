import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { toStackName } from '../../tools/cli/stack.ts';
import { type ApiClient, createApiClient, getAccessToken } from '../e2e/http-client.ts';

/** Read an environment variable that the smoke test sets. Throws when a test is run without it. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: npm run rehearse runs these tests.`);
  return value;
}

/** Read the API key of the enterprise workspace, or of the standard one. */
export function apiKey(workspace: 'JOURNEY' | 'STANDARD') {
  return {
    client_id: requireEnv(`${workspace}_CLIENT_ID`),
    client_secret: requireEnv(`${workspace}_CLIENT_SECRET`),
  };
}

/** Create a client with a token of the enterprise workspace, at the URL of the first deployment or another one. */
export async function enterpriseApiClient(baseUrl = requireEnv('JOURNEY_BASE_URL')): Promise<ApiClient> {
  return createApiClient(baseUrl, await getAccessToken(baseUrl, apiKey('JOURNEY')));
}

/** Create a client with a token of the standard workspace. */
export async function standardApiClient(): Promise<ApiClient> {
  const baseUrl = requireEnv('JOURNEY_BASE_URL');
  return createApiClient(baseUrl, await getAccessToken(baseUrl, apiKey('STANDARD')));
}

/** Find the physical id of a resource of the service stack by the id of its construct, or by its logical id. */
export async function getPhysicalId(type: string, id: string | RegExp): Promise<string> {
  const client = new CloudFormationClient({});
  for await (const page of paginateListStackResources({ client }, { StackName: toStackName('local') })) {
    const found = page.StackResourceSummaries?.find(
      ({ ResourceType, LogicalResourceId: logicalId = '' }) =>
        ResourceType === type &&
        (typeof id === 'string' ? logicalId.replace(/[0-9A-F]{8}$/, '') === id : id.test(logicalId)),
    );
    if (found?.PhysicalResourceId) return found.PhysicalResourceId;
  }
  throw new Error(`The stack has no ${type} ${id}.`);
}

/** Read an output of the service stack of a stage. Throws when it has none of this name. */
export async function getOutput(name: string, stage = 'local'): Promise<string> {
  const { Stacks } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: toStackName(stage) }),
  );
  const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  if (!value) throw new Error(`The stack has no output ${name}.`);
  return value;
}

/** Run a script of package.json and return its output. */
export async function npmRun(script: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('npm', ['run', '--silent', script, '--', ...args])).stdout;
}

/** Run `npm run redrive -- <queue>` against the deployment and return its output. */
export function redrive(...args: string[]): Promise<string> {
  return npmRun('redrive', ...args, '--stage', 'local');
}

/** Wait until at least `seconds` remain of the current rate limit window, which is a clock minute. */
export async function waitForRoomInMinute(seconds: number): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < seconds * 1000) await sleep(leftMs + 100);
}

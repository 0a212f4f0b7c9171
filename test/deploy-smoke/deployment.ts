import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { toStackName } from '../../tools/cli/stack.ts';
import { type ApiClient, createApiClient, getAccessToken } from '../e2e/http-client.ts';

/** What the rehearsal says about the deployment it made. Throws when a test of it is run by itself. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: npm run rehearse runs these tests.`);
  return value;
}

/** A caller of the standard workspace. */
export async function standardApiClient(): Promise<ApiClient> {
  const baseUrl = requireEnv('JOURNEY_BASE_URL');
  const key = {
    client_id: requireEnv('STANDARD_CLIENT_ID'),
    client_secret: requireEnv('STANDARD_CLIENT_SECRET'),
  };
  return createApiClient(baseUrl, await getAccessToken(baseUrl, key));
}

/** The physical name of a resource of the stack, by the construct's id. */
export async function getPhysicalId(type: string, id: string): Promise<string> {
  const client = new CloudFormationClient({});
  for await (const page of paginateListStackResources({ client }, { StackName: toStackName('local') })) {
    const found = page.StackResourceSummaries?.find(
      ({ ResourceType, LogicalResourceId }) =>
        ResourceType === type && LogicalResourceId?.replace(/[0-9A-F]{8}$/, '') === id,
    );
    if (found?.PhysicalResourceId) return found.PhysicalResourceId;
  }
  throw new Error(`The stack has no ${type} ${id}.`);
}

/** Runs `npm run redrive -- <queue>` against the deployment and answers what it printed. */
export async function redrive(...args: string[]): Promise<string> {
  const all = ['run', '--silent', 'redrive', '--', ...args, '--stage', 'local'];
  return (await promisify(execFile)('npm', all)).stdout;
}

/** Waits until at least `seconds` are left of the minute that the service counts requests in. */
export async function waitForRoomInMinute(seconds: number): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < seconds * 1000) await sleep(leftMs + 100);
}

import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Reservation } from '../../lib/stack/reserved-concurrency.ts';
import type { Stage } from '../../lib/stack/stage-settings.ts';
import { checkConcurrency } from './check-concurrency.ts';
import { checkConcurrencySetting } from './check-concurrency-setting.ts';
import { checkRoles } from './check-roles.ts';
import { readRoleQuota } from './read-role-quota.ts';
import { LAMBDA, sendSignedRequest } from './sigv4-request.ts';
import { findResources } from './stack.ts';

/** What the stacks of a stage need of the account. */
export interface Needs {
  reservations: readonly Reservation[];
  /** The number of IAM roles. */
  roles: number;
}

/**
 * Check whether the account and region permit a deployment of a stage, and print the results: the Lambda quota and the
 * quota of roles. Returns false when one is not sufficient. What does not stop a deployment is only printed: a wrong
 * `concurrencyQuota`, and the sandbox of SES. Throws an Error when AWS rejects a request.
 */
export async function preflightCommand(
  stage: Stage,
  { reservations, roles }: Needs,
  print: (line: string) => void,
): Promise<boolean> {
  const { AccountLimit } = (await get('/2016-08-19/account-settings')) as {
    AccountLimit: { ConcurrentExecutions: number; UnreservedConcurrentExecutions: number };
  };
  const quota = {
    concurrentExecutions: AccountLimit.ConcurrentExecutions,
    unreservedExecutions: AccountLimit.UnreservedConcurrentExecutions,
  };
  const resources = await findResources(stage.name);
  const reserving = resources.filter((deployed) =>
    reservations.some(({ logicalId }) => logicalId === deployed.LogicalResourceId),
  );
  const reserved = await countReserved(reserving.map(({ PhysicalResourceId }) => PhysicalResourceId!));
  const deployedRoles = resources.filter(({ ResourceType }) => ResourceType === 'AWS::IAM::Role').length;
  const concurrency = checkConcurrency(stage.name, quota, reservations, reserved);
  const roleQuota = checkRoles(stage.name, await readRoleQuota(), roles, deployedRoles);
  const setting = checkConcurrencySetting(stage, quota.concurrentExecutions);
  const lines = [...concurrency.lines, ...setting, ...roleQuota.lines, ...(await checkEmail(stage))];
  for (const line of lines) print(line);
  return concurrency.isEnough && roleQuota.isEnough;
}

/** Add up what functions reserve. */
async function countReserved(names: string[]): Promise<number> {
  const reserved = await Promise.all(
    names.map(async (name) => {
      const path = `/2019-09-30/functions/${name}/concurrency`;
      const { ReservedConcurrentExecutions } = (await get(path)) as { ReservedConcurrentExecutions?: number };
      return ReservedConcurrentExecutions ?? 0;
    }),
  );
  return reserved.reduce((total, executions) => total + executions, 0);
}

/** Return what to print about SES: nothing in a stage without a sender. */
async function checkEmail({ emailSender }: Stage): Promise<string[]> {
  if (emailSender === null) return [];
  const { ProductionAccessEnabled } = await new SESv2Client({}).send(new GetAccountCommand());
  if (ProductionAccessEnabled) return ['SES sends to every address.'];
  return [
    `SES is in its sandbox: emails of ${emailSender} reach only addresses that are verified in this account and region, and at most 200 a day. Request production access in the console of SES (docs/deploy.md#emails).`,
  ];
}

async function get(path: string): Promise<unknown> {
  return (await sendSignedRequest({ service: LAMBDA, method: 'GET', path, headers: {} })).body;
}

import type { RoleQuota } from './check-roles.ts';
import { requestIam } from './iam-request.ts';

/** Read how many IAM roles the account has and may have. Throws an Error when IAM rejects the request. */
export async function readRoleQuota(): Promise<RoleQuota> {
  const xml = await requestIam({ Action: 'GetAccountSummary' });
  return { roles: numberOf(xml, 'Roles'), rolesQuota: numberOf(xml, 'RolesQuota') };
}

/** Return a number of the map in the response: `<entry><key>Roles</key><value>40</value></entry>`. */
function numberOf(xml: string, key: string): number {
  const value = new RegExp(`<key>${key}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1];
  if (value === undefined) throw new Error(`The summary of the account has no ${key}.`);
  return Number(value);
}

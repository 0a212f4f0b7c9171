import { sendSigned } from '../../lib/core/aws/signed-request.ts';
import type { RoleQuota } from './check-roles.ts';

/** Read how many IAM roles the account has and may have. Throws an Error when IAM rejects the request. */
export async function readRoleQuota(): Promise<RoleQuota> {
  const { AWS_ENDPOINT_URL_IAM, AWS_ENDPOINT_URL } = process.env;
  const response = await sendSigned('iam', {
    url: () => new URL(AWS_ENDPOINT_URL_IAM ?? AWS_ENDPOINT_URL ?? 'https://iam.amazonaws.com'),
    // IAM has one endpoint for all regions, which accepts signatures for this one.
    signingRegion: 'us-east-1',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Action=GetAccountSummary&Version=2010-05-08',
  });
  const xml = await response.text();
  if (!response.ok) throw new Error(`${textOf(xml, 'Code') ?? response.status}: ${textOf(xml, 'Message') ?? ''}`);
  return { roles: numberOf(xml, 'Roles'), rolesQuota: numberOf(xml, 'RolesQuota') };
}

/** Return a number of the map in the response: `<entry><key>Roles</key><value>40</value></entry>`. */
function numberOf(xml: string, key: string): number {
  const value = new RegExp(`<key>${key}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1];
  if (value === undefined) throw new Error(`The summary of the account has no ${key}.`);
  return Number(value);
}

function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

import { sendSigned } from '../../lib/core/aws/signed-request.ts';

/** Add an inline policy to a role, or replace it. Throws an Error when IAM rejects it. */
export function putRolePolicy(role: string, name: string, policy: object): Promise<void> {
  return change({ Action: 'PutRolePolicy', PolicyDocument: JSON.stringify(policy), RoleName: role, PolicyName: name });
}

/** Delete an inline policy of a role. Throws an Error when IAM rejects it. */
export function deleteRolePolicy(role: string, name: string): Promise<void> {
  return change({ Action: 'DeleteRolePolicy', RoleName: role, PolicyName: name });
}

async function change(fields: Record<string, string>): Promise<void> {
  const { AWS_ENDPOINT_URL_IAM, AWS_ENDPOINT_URL } = process.env;
  const response = await sendSigned('iam', {
    url: () => new URL(AWS_ENDPOINT_URL_IAM ?? AWS_ENDPOINT_URL ?? 'https://iam.amazonaws.com'),
    // IAM has one endpoint for all regions, which accepts signatures for this one.
    signingRegion: 'us-east-1',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, Version: '2010-05-08' }).toString(),
  });
  if (!response.ok) throw new Error(`${fields.Action} of ${fields.RoleName}: ${await response.text()}`);
}

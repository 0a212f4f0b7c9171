import { sendSigned } from './signed-request.ts';

/** Read the state of a KMS key by its ARN, such as `Enabled` or `PendingDeletion`. Throws with the status of a failure. */
export async function readKeyState(arn: string): Promise<string> {
  const response = await sendSigned('kms', {
    url: (region) => new URL(process.env.AWS_ENDPOINT_URL_KMS ?? `https://kms.${region}.amazonaws.com/`),
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'TrentService.DescribeKey' },
    body: JSON.stringify({ KeyId: arn }),
    timeoutMs: 5_000,
  });
  if (!response.ok) throw new Error(`DescribeKey responded with ${response.status}.`);
  const { KeyMetadata } = (await response.json()) as { KeyMetadata: { KeyState: string } };
  return KeyMetadata.KeyState;
}

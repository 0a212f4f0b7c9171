import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sendSigned } from '../aws/signed-request.ts';

const ALGORITHM = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];
const PARAMETER_ARN = /^arn:[^:]+:ssm:[^:]*:[^:]*:parameter(\/.+)$/;

/** Return whether an ARN is that of a parameter which holds the data key, and not of a KMS key. */
export function isParameter(arn: string): boolean {
  return PARAMETER_ARN.test(arn);
}

/** The part of a response of Parameter Store that is read: of `GetParameter`, or of an error. */
interface ParameterStoreResponse {
  Parameter?: { Value: string };
  __type?: string;
}

// One request to Parameter Store per process: its quota is 40 requests a second.
const keys = new Map<string, Promise<Buffer>>();

/**
 * Encrypt bytes with the data key in a parameter, bound to `context`. The first encryption of a stage creates the
 * parameter, a SecureString that the AWS managed key of Parameter Store encrypts.
 */
export async function encryptWithDataKey(
  arn: string,
  plaintext: Buffer,
  context: Record<string, string>,
): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, await dataKey(arn, true), nonce).setAAD(contextBytes(context));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypt what `encryptWithDataKey` returned. Returns null for another context or another key. */
export async function decryptWithDataKey(
  arn: string,
  ciphertext: Buffer,
  context: Record<string, string>,
): Promise<Buffer | null> {
  const key = await dataKey(arn, false);
  if (ciphertext.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = ciphertext.subarray(0, NONCE_BYTES);
  const tag = ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(contextBytes(context)).setAuthTag(tag);
  const decrypted = decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decrypted, decipher.final()]);
  } catch {
    return null;
  }
}

function dataKey(arn: string, mayCreate: boolean): Promise<Buffer> {
  const known = keys.get(arn);
  if (known) return known;
  const key = loadKey(PARAMETER_ARN.exec(arn)![1]!, mayCreate);
  keys.set(arn, key);
  key.catch(() => keys.delete(arn));
  return key;
}

async function loadKey(Name: string, mayCreate: boolean): Promise<Buffer> {
  const read = () => callParameterStore('GetParameter', { Name, WithDecryption: true });
  try {
    return toKey(await read());
  } catch (error) {
    if (!mayCreate || (error as Error).name !== 'ParameterNotFound') throw error;
  }
  const Value = randomBytes(KEY_BYTES).toString('base64');
  try {
    await callParameterStore('PutParameter', { Name, Value, Type: 'SecureString', Overwrite: false });
  } catch (error) {
    // Another process created it first, and its key counts.
    if ((error as Error).name !== 'ParameterAlreadyExists') throw error;
  }
  return toKey(await read());
}

function toKey({ Parameter }: ParameterStoreResponse): Buffer {
  return Buffer.from(Parameter!.Value, 'base64');
}

/** Call Parameter Store. Throws an error with the name and the status that AWS returns, and never the value. */
async function callParameterStore(action: string, input: object): Promise<ParameterStoreResponse> {
  const response = await sendSigned('ssm', {
    url: (region) => new URL(process.env.AWS_ENDPOINT_URL_SSM ?? `https://ssm.${region}.amazonaws.com/`),
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AmazonSSM.${action}` },
    body: JSON.stringify(input),
    timeoutMs: 5_000,
  });
  const answer = (await response.json()) as ParameterStoreResponse;
  if (response.ok) return answer;
  const name = String(answer.__type).split('#').at(-1)!;
  const $metadata = { httpStatusCode: response.status };
  throw Object.assign(new Error(`${action} failed with ${name}.`), { name, $metadata });
}

/** The context as bytes, the same for each order of its fields. */
function contextBytes(context: Record<string, string>): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
}

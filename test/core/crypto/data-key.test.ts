import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decryptFor, encryptFor, SecretDecryptionError } from '../../../lib/core/crypto/kms.ts';

let server: Server;
let parameters: Map<string, string>;
let calls: string[];
/** The value that another process stores before the first one of this does. */
let rival: string | null;
let stages = 0;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { Name, Value, WithDecryption, Type, Overwrite } = JSON.parse(await text(request));
    const action = String(request.headers['x-amz-target']).replace('AmazonSSM.', '');
    calls.push(action);
    const fail = (type: string) => response.writeHead(400).end(JSON.stringify({ __type: type }));
    if (action === 'GetParameter') {
      if (!parameters.has(Name)) return fail('ParameterNotFound');
      expect(WithDecryption).toBe(true);
      return response.end(JSON.stringify({ Parameter: { Value: parameters.get(Name) } }));
    }
    expect([Type, Overwrite]).toEqual(['SecureString', false]);
    if (rival) parameters.set(Name, rival);
    if (parameters.has(Name)) return fail('com.amazonaws.ssm#ParameterAlreadyExists');
    parameters.set(Name, Value);
    return response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

beforeEach(() => {
  [parameters, calls, rival] = [new Map(), [], null];
  // A process reads the parameter of a stage once.
  vi.stubEnv('ENCRYPTION_ARN', `arn:aws:ssm:eu-central-1:000000000000:parameter/Stage${stages++}/encryption-key`);
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

async function text(request: AsyncIterable<Buffer>): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

const CONTEXT = { workspace_id: 'ws_1', account_id: 'acc_1' };

describe('a secret of a stage without a KMS key', () => {
  it('decrypts in its context, in any order of its fields', async () => {
    const ciphertext = await encryptFor({ token: 'abc' }, CONTEXT);
    expect(Buffer.from(ciphertext, 'base64').toString()).not.toContain('abc');
    const reordered = { account_id: 'acc_1', workspace_id: 'ws_1' };
    expect(await decryptFor(ciphertext, reordered)).toEqual({ token: 'abc' });
  });

  it.each([
    ['in another context', { ...CONTEXT, account_id: 'acc_2' }, (encrypted: Buffer) => encrypted],
    [
      'when it was changed',
      CONTEXT,
      (encrypted: Buffer) => Buffer.concat([encrypted.subarray(0, -1), Buffer.from([0])]),
    ],
    ['when it is too short', CONTEXT, (encrypted: Buffer) => encrypted.subarray(0, 20)],
  ])('does not decrypt %s', async (_, context, change) => {
    const encrypted = Buffer.from(await encryptFor({ token: 'abc' }, CONTEXT), 'base64');
    // A last byte that is 0 already would be no change.
    const changed = change(
      encrypted.at(-1) === 0 ? Buffer.concat([encrypted.subarray(0, -1), Buffer.from([1])]) : encrypted,
    );
    await expect(decryptFor(changed.toString('base64'), context)).rejects.toThrow(SecretDecryptionError);
  });

  it('has a ciphertext of its own each time', async () => {
    const [one, other] = [await encryptFor({ token: 'abc' }, CONTEXT), await encryptFor({ token: 'abc' }, CONTEXT)];
    expect(one).not.toBe(other);
  });
});

describe('the data key', () => {
  it('is created by the first encryption, and read once per process', async () => {
    const ciphertext = await encryptFor({ token: 'abc' }, CONTEXT);
    await decryptFor(ciphertext, CONTEXT);
    expect(calls).toEqual(['GetParameter', 'PutParameter', 'GetParameter']);
    expect(Buffer.from([...parameters.values()][0]!, 'base64')).toHaveLength(32);
  });

  it('is the one of the process that created it first', async () => {
    rival = Buffer.alloc(32, 7).toString('base64');
    const ciphertext = await encryptFor({ token: 'abc' }, CONTEXT);
    expect([...parameters.values()]).toEqual([rival]);
    expect(await decryptFor(ciphertext, CONTEXT)).toEqual({ token: 'abc' });
  });

  it('is not created by a decryption, whose error is temporary and names no value', async () => {
    const error = await decryptFor('AAAA', CONTEXT).catch((caught: Error) => caught);
    expect(error).not.toBeInstanceOf(SecretDecryptionError);
    expect((error as Error).message).toBe('GetParameter failed with ParameterNotFound.');
    expect(parameters.size).toBe(0);
  });
});

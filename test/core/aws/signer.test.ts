import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signerOf } from '../../../lib/core/aws/signer.ts';

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => vi.unstubAllEnvs());

test('requests of one process to several services are signed for the service of each', async () => {
  for (const name of ['logs', 'lambda', 's3', 'logs']) {
    const { signer } = await signerOf(name);
    const request = { method: 'GET', protocol: 'https:', hostname: 'example.com', path: '/', query: {}, headers: {} };
    const { headers } = await signer.sign(request);
    expect(headers.authorization).toContain(`/${name}/aws4_request`);
  }
});

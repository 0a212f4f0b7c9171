import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ID_PREFIXES } from '../../../lib/core/values/id-prefixes.ts';
import { synthesizeCached } from '../../../tools/local-stack/assembly-cache.ts';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';

const SETTINGS = {
  customDomain: {
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/0a1b',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'domain-'));
let stack: RunningStack;

beforeAll(async () => {
  const outdir = join(folder, 'cdk.out');
  await synthesizeCached(outdir, 0, SETTINGS);
  stack = await startStack({ outdir, folder, log: () => {} });
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

test('a platform reaches the inbound webhook at the execute-api URL of an API with a custom domain', async () => {
  const account = `${ID_PREFIXES.account}_01M7XSQXGF7NF6HZV1VKPK30CT`;
  const query = 'hub.mode=subscribe&hub.verify_token=unknown&hub.challenge=1';
  const response = await fetch(`${stack.url}/v1/inbound/instagram/${account}?${query}`);
  // The function answers, not the gateway: there is no such account.
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.status).toBe(404);
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { stampOf } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { SIGN_INS_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import { stage } from '../../lib/stack/stages.ts';
import { callApi, ORIGIN_SECRET, setupApi } from '../functions/api-harness.ts';
import { freshAddress, freshEmail } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const EDGE = '198.51.100.200';
const VIEWER = '203.0.113.77';

/** The headers of a request that CloudFront passes on. */
const fromCloudFront = (viewer: string, secret = ORIGIN_SECRET) => ({
  'x-origin-secret': secret,
  'x-viewer-address': viewer,
});

/** The source address in the audit stamp of a new content item. */
async function stampedAddress(headers: Record<string, string>): Promise<unknown> {
  const { token } = await newTenant();
  const body = { title: 'A title', platforms: ['twitter'] };
  const { json } = await callApi('content.create', { token, sourceIp: EDGE, headers, body });
  return stampOf(table.items().find(({ id }) => id === json.id) as Item)?.source_ip;
}

describe('the source address of a request', () => {
  it.each([VIEWER, '2001:db8::77'])('that CloudFront passes on is that of the viewer: %s', async (viewer) => {
    expect(await stampedAddress(fromCloudFront(viewer))).toBe(viewer);
  });

  it.each([
    ['without the secret of the distribution', { 'x-viewer-address': VIEWER }],
    ['with another secret', fromCloudFront(VIEWER, 'a guess')],
    ['with the hash of the secret', fromCloudFront(VIEWER, sha256(ORIGIN_SECRET))],
    ['with a forwarding header', { 'x-forwarded-for': VIEWER, 'true-client-ip': VIEWER, forwarded: `for=${VIEWER}` }],
    ['with the secret and no address', { 'x-origin-secret': ORIGIN_SECRET }],
    ['with the secret and a text that is no address', fromCloudFront('unknown')],
  ])('%s is the one that the gateway saw', async (_, headers) => {
    expect(await stampedAddress(headers as Record<string, string>)).toBe(EDGE);
  });

  it('is decided in one module, which the others use', () => {
    const readers = globSync('{lib,functions}/**/*.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('http.sourceIp'),
    );
    expect(readers).toEqual(['lib/identity/pipeline/source-address.ts']);
  });

  it('decides whether an API key is allowed', async () => {
    const { token } = await newTenant('enterprise', { allowed_ips: [VIEWER] });
    const ask = (headers = {}) => callApi('auth.verify', { token, sourceIp: EDGE, headers });
    expect((await ask(fromCloudFront(VIEWER))).status).toBe(200);
    expect((await ask({ 'x-viewer-address': VIEWER })).json.code).toBe('ip_not_allowed');
    expect((await ask()).json.code).toBe('ip_not_allowed');
  });

  it('decides whose requests to sign in are counted together', async () => {
    process.env.SETTINGS = JSON.stringify(
      stage('production', 3000, { alarmEmail: 'none', emailSender: 'a@example.com' }),
    );
    const [stranger, member] = [freshAddress(), freshAddress()];
    const ask = (viewer: string) =>
      callApi('auth.sign-in', { sourceIp: EDGE, headers: fromCloudFront(viewer), body: { email: freshEmail() } });
    for (let index = 0; index < SIGN_INS_PER_MINUTE; index++) await ask(stranger);
    expect((await ask(stranger)).status).toBe(429);
    expect((await ask(member)).status).toBe(202);
  });
});

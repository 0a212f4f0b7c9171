import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { beforeAll, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from '../e2e/browser.ts';
import { button, click } from '../e2e/dashboard-pages.ts';
import { untilWithin } from '../e2e/http-client.ts';
import { apiKey, getOutput, getPhysicalId, requireEnv } from './deployment.ts';
import { createDistributionClient, type DistributionClient } from './distribution.ts';

const emulator = new URL(requireEnv('AWS_ENDPOINT_URL'));
let domain: string;
let send: DistributionClient;

beforeAll(async () => {
  domain = new URL(await getOutput('DashboardUrl')).host;
  send = createDistributionClient(domain);
});

test.each(['/app', '/docs'])('%s redirects to its folder', async (path) => {
  const { status, headers } = await send(path);
  expect([status, headers.location]).toEqual([308, `${path}/`]);
});

test.each(['/app/', '/docs/'])(
  '%s is a page that runs only scripts of its own origin, which are deployed',
  async (path) => {
    const page = await send(path);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['cache-control']).toBe('no-cache');
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page.text)!;
    const { status, headers } = await send(path + script);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
  },
);

test.each(['/app/../index.js', '/app/nothing'])(
  '%s, which is no file of the site, is a page with 404',
  async (path) => {
    const { status, headers } = await send(path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  },
);

test('the bucket can be read only through the distribution', async () => {
  const bucket = await getPhysicalId('AWS::S3::Bucket', 'SiteFiles');
  const response = await fetch(new URL(`/${bucket}/app/index.html`, emulator));
  expect(response.status).toBe(403);
});

test('every other path is the API, with the token of the caller', async () => {
  const exchanged = await send('/v1/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...apiKey('JOURNEY') }),
  });
  const { access_token: token } = JSON.parse(exchanged.text) as { access_token: string };
  const listed = await send('/v1/content?limit=1', { headers: { authorization: `Bearer ${token}` } });
  expect([exchanged.status, listed.status]).toEqual([200, 200]);
  expect(JSON.parse(listed.text)).toHaveProperty('pagination');
});

test('pages of the API lead to the documentation of the distribution', async () => {
  const { text } = await send('/v1/problems');
  expect(text).toContain(`href="https://${domain}/docs/"`);
});

/** The text of the first email to an address that the emulator's SES has sent. */
async function readEmail(to: string): Promise<string | undefined> {
  const response = await fetch(new URL('/_ministack/ses/messages', emulator));
  const { messages } = (await response.json()) as { messages: Record<string, { To: string[]; BodyText: string }[]> };
  return Object.values(messages)
    .flat()
    .find(({ To }) => To.includes(to))?.BodyText;
}

test.skipIf(!HAS_BROWSER)(
  'a member signs in to the dashboard with the link of an email',
  async () => {
    const email = requireEnv('JOURNEY_EMAIL');
    // Verifies the sender, and the recipient, because the account is in the sandbox of SES.
    await new SESv2Client({}).send(new CreateEmailIdentityCommand({ EmailIdentity: email.split('@')[1] }));
    const headers = { 'content-type': 'application/json' };
    const asked = await send('/v1/auth/sign-in', { method: 'POST', headers, body: JSON.stringify({ email }) });
    expect(asked.status).toBe(202);
    let text: string | undefined;
    await untilWithin('the email', 60_000, async () => {
      text = await readEmail(email);
      return text !== undefined;
    });
    const [link = ''] = /https:\/\/\S+\/app\/#\/sign-in\?token=[\w-]+/.exec(text!) ?? [];
    expect(link.startsWith(`https://${domain}/app/#/sign-in?token=`)).toBe(true);

    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    const browser = await openBrowser(folder);
    try {
      const page = await browser.newPage();
      const blocked: string[] = [];
      page.on('console', (message) => /Content Security Policy/.test(message.text()) && blocked.push(message.text()));
      // The emulator serves the distribution also at this name, which browsers resolve to this machine.
      const local = `http://${domain.replace(/\.net$/, '.localhost')}:${emulator.port}`;
      await page.goto(link.replace(`https://${domain}`, local));
      await click(page, button('Sign in with the link'));
      // The page with the button names the workspace too, and has no navigation.
      await page.waitForSelector('nav', { timeout: 60_000 });
      expect(await page.evaluate('document.body.innerText')).toContain('Smoke test');
      const [cookie] = await browser.cookies();
      expect(cookie).toMatchObject({ name: 'cis_session', httpOnly: true, secure: true, sameSite: 'Strict' });
      expect(blocked).toEqual([]);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);

import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import sharp, { type Create } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { press, publishOn } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { DEADLINE_MS, getAccessToken, until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// A member and an external reviewer, each in a browser of their own. Every test continues where the previous one ended.

const IMAGE = 'https://images.example.com/jacket.svg';
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"><rect width="1200" height="675" fill="#c33"/></svg>`;

const { service, api, folder } = useRunningService();

/** A JPEG that no compression makes small. */
function noise(width: number, height: number): Promise<Buffer> {
  const image = { width, height, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 128, sigma: 60 } };
  return sharp({ create: image as Create })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Answer requests for the image, which is on a host that does not exist. */
async function serveImage(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    if (!request.url().startsWith('https://images.example.com/')) return void request.continue();
    void request.respond({ status: 200, contentType: 'image/svg+xml', body: PICTURE });
  });
}

describe.skipIf(!HAS_BROWSER)('the dashboard', () => {
  let browser: Browser;
  let member: DashboardWindow;
  let receiver: Server;
  let receiverStatus = 410;
  let reviewUrl: string;
  const received: string[] = [];
  const messages: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser, messages);
    await serveImage(member.page);
    receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(receiverStatus).end());
    });
    await new Promise<void>((resume) => receiver.listen(0, '127.0.0.1', resume));
  });

  afterAll(async () => {
    await browser?.close();
    receiver?.close();
  });

  test('signs a member in with the printed URL', async () => {
    await member.signIn(service.signInUrl);
    await member.heading('Calendar');
    expect(member.page.url()).not.toContain('token');
    await inspect(member.page, 'calendar-empty');
  });

  /** Continue to a platform, and on the start page in the window that opens. Returns this window. */
  async function continueTo(platform: string): Promise<Page> {
    const opened = new Promise<Page>((resume) => {
      browser.once('targetcreated', async (target) => resume((await target.page())!));
    });
    await member.click(`Continue to ${platform}`);
    const consent = await opened;
    consent.setDefaultTimeout(DEADLINE_MS);
    await press(consent, 'form button');
    return consent;
  }

  test('connects an account through the consent page of the platform', async () => {
    await member.openScreen('Accounts');
    await member.click('Connect X');
    const consent = await continueTo('X');
    await press(consent, 'input[value="1000000011"]');
    await Promise.all([consent.waitForNavigation(), consent.click('button[value="allow"]')]);
    await consent.close();
    await member.page.bringToFront();
    await member.shows('is connected to X.');
    await inspect(member.page, 'accounts');
    const { text } = await api('GET', '/accounts');
    expect(JSON.parse(text).accounts.map((account: { external_id: string }) => account.external_id)).toContain(
      '1000000011',
    );
  });

  test('selects one of several accounts, because the session of the member is in the browser', async () => {
    await member.click('Connect LinkedIn');
    const consent = await continueTo('LinkedIn');
    await press(consent, 'button[value="allow"]');
    await consent.waitForSelector('ul.choices');
    await consent.close();
    await member.page.bringToFront();
    await member.shows('Which account?');
    await member.click('Connect this account');
    await member.shows('is connected to LinkedIn.');
  });

  test('uploads an image with visible progress, changes it for a platform, and publishes it', async () => {
    await member.openScreen('Compose');
    await member.fill('Title', 'The sea');
    await member.fill('Text', 'The sea in November');
    await publishOn(member.page, 'X');
    const network = await member.page.createCDPSession();
    await network.send('Network.enable');
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 300_000 });
    const [chooser] = await Promise.all([member.page.waitForFileChooser(), member.click('Upload files')]);
    const path = join(folder, 'sea.jpg');
    writeFileSync(path, await noise(900, 500));
    await chooser.accept([path]);
    await member.page.waitForFunction(`document.querySelector('.upload progress')?.value > 0`);
    await inspect(member.page, 'composer-upload');
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
    await member.shows('JPEG, 900 × 500');
    await member.fill('Alternative text', 'Waves below a gray sky');
    await member.shows('X receives the original file.');
    await member.click('From the library');
    await member.shows('not used');
    await inspect(member.page, 'media-library');
    await member.click('Done');
    await press(member.page, '::-p-text(Customize for X)');
    await member.click('Custom text for X', 'checkbox');
    await member.fill('Text for X', 'The sea in November #sea');
    await member.page.waitForFunction(`document.querySelectorAll('.post-media img')[0]?.naturalWidth === 900`);
    await inspect(member.page, 'composer-files');
    await member.click('Now', 'radio');
    await member.click('Publish now');
    await member.heading('The sea');
    await member.shows('Confirmed by the platform');
    const { data } = JSON.parse((await api('GET', '/content')).text);
    const { text } = await api(
      'GET',
      `/content/${data.find(({ title }: { title: string }) => title === 'The sea').id}`,
    );
    expect(JSON.parse(text)).toMatchObject({
      status: 'published',
      media: [{ media_id: expect.stringMatching(/^med_/), type: 'image', alt: 'Waves below a gray sky' }],
      platform_options: { twitter: { text: 'The sea in November #sea' } },
    });
  });

  test('publishes a thread with a first comment, shows the outcome of each part, and resumes it after an edit', async () => {
    await member.openScreen('Compose');
    await member.fill('Title', 'A walk');
    await member.fill('Text', 'A walk along the coast');
    await publishOn(member.page, 'X', 'LinkedIn');
    await press(member.page, '::-p-text(Thread and first comment)');
    await member.click('Add a post to the thread');
    // X rejects a text that the account has posted before.
    await member.fill('Text of post 2', 'The sea in November #sea');
    await member.fill('First comment', 'Where do you walk?');
    await member.shows('LinkedIn does not support threads.');
    await member.shows('Post 2 24 / 280 First comment 18 / 280');
    await inspect(member.page, 'composer-thread');
    await publishOn(member.page, '@acme_support');
    await member.click('Now', 'radio');
    await member.click('Publish now');
    await member.heading('A walk');
    await member.shows('Post 2 failed');
    await member.shows('First comment not sent');
    await inspect(member.page, 'thread-interrupted');
    await member.click('Edit', 'link');
    await member.shows('The published parts of this thread cannot be changed.');
    await member.fill('Text of post 2', 'It begins at the harbor');
    await member.click('Save');
    await member.shows('Saved.');
    await member.click('Open the post', 'link');
    await member.click('Resume');
    await member.click('Resume now');
    await member.shows('The thread is resumed.');
    await member.page.waitForFunction(`document.querySelectorAll('.parts a').length === 3`);
    await member.shows('First comment published');
    await inspect(member.page, 'thread-published');
  });

  test('lets only approved posts be published, once the settings say so', async () => {
    await member.openScreen('Approvals');
    await inspect(member.page, 'approvals-empty');
    await member.click('Require approval', 'checkbox');
    await member.click('Authors can approve their own posts', 'checkbox');
    await member.click('Save settings');
    await member.shows('Settings saved.');
    expect(JSON.parse((await api('GET', '/workspace')).text)).toMatchObject({ approval: 'required' });
  });

  test('composes a post with an image, shows its previews, and submits it for approval', async () => {
    await member.openScreen('Compose');
    await inspect(member.page, 'composer-empty');
    await member.fill('Title', 'The red jacket is back');
    await member.fill('Text', 'The red jacket is back in our shop #autumn');
    await publishOn(member.page, 'Instagram');
    await member.click('Add a URL');
    await member.fill('URL', IMAGE.replace('.svg', '.jpg'));
    await member.fill('Alternative text', 'A red jacket on a wooden chair');
    await member.shows('/ 2200');
    await inspect(member.page, 'composer');
    await member.fill('Note for reviewers', 'Ready for the agency.');
    await member.click('Submit for approval');
    await member.heading('The red jacket is back');
    await member.shows('pending approval');
  });

  test('creates a review link, with which an external reviewer approves what they see', async () => {
    await member.click('Create a review link');
    await member.fill('Reviewer name', 'Ada Example');
    await member.page.locator('::-p-aria([name="Permission"])').fill('approve');
    await member.click('Create link');
    await member.shows('Copy this URL now');
    await inspect(member.page, 'review-link');
    reviewUrl = await member.textOf('dialog pre');
    await member.click('Done');
    const reviewer = await DashboardWindow.open(browser, messages);
    await serveImage(reviewer.page);
    await reviewer.page.goto(reviewUrl);
    await reviewer.shows('The red jacket is back in our shop');
    await Promise.all([reviewer.page.waitForNavigation(), reviewer.page.click('button[value="approve"]')]);
    await reviewer.shows('Approved');
    await reviewer.page.close();
  });

  test('publishes the approved post, and fills its timeline', async () => {
    await member.page.reload();
    await member.shows('approved');
    await member.click('Edit', 'link');
    await member.click('Now', 'radio');
    await member.click('Publish now');
    await member.heading('The red jacket is back');
    await member.shows('published');
    for (const step of ['Attempt started', 'Sent to the platform', 'Confirmed by the platform'])
      await member.shows(step);
    await inspect(member.page, 'post');
  });

  test('shows the metrics of the post that the platform reports', async () => {
    await member.shows('Metrics');
    await until('the first metrics', async () => {
      // Otherwise the schedule does this, once a minute.
      await service.invoke('on-metric-polls-due', {});
      // The posts that were published before have metrics of their own, which can arrive earlier.
      const id = member.page.url().split('/').at(-1);
      const query = `content_id=${id}&period=366d`;
      const { breakdown } = JSON.parse((await api('GET', `/analytics/performance?${query}`)).text);
      return breakdown.length > 0;
    });
    await member.page.reload();
    await member.shows('Engagement rate');
    await member.openScreen('Analytics');
    await inspect(member.page, 'analytics');
  });

  test('creates an API key, which gets an access token', async () => {
    await member.openScreen('API keys');
    await member.click('Create API key');
    await member.fill('Name', 'Newsletter import');
    await member.click('All');
    await member.click('Create key');
    await member.heading('Secret of “Newsletter import”');
    const [client_id, client_secret] = await member.page.$$eval('dialog pre', (all) =>
      all.map((each) => each.textContent),
    );
    await inspect(member.page, 'key-secret');
    await member.click('I have stored the secret');
    expect(await getAccessToken(service.baseUrl, { client_id: client_id!, client_secret: client_secret! })).toMatch(
      /^\S{40,}$/,
    );
    await inspect(member.page, 'keys');
  });

  test('replays a delivery that failed, after the endpoint is resumed', async () => {
    const { port } = receiver.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/hook`;
    const { webhook_id } = JSON.parse((await api('POST', '/webhooks', { url, events: ['content.created'] })).text);
    await api('POST', '/content', { title: 'A post', platforms: ['linkedin'] });
    // 410 Gone ends the delivery and disables the endpoint.
    await until('the failed delivery', async () => {
      const { deliveries } = JSON.parse((await api('GET', `/webhooks/${webhook_id}/deliveries`)).text);
      return deliveries[0]?.status === 'exhausted';
    });
    await member.openScreen('Webhooks');
    await inspect(member.page, 'webhooks');
    await member.click(url, 'link');
    await member.heading(url);
    await member.click('Resume');
    await member.shows('Pause');
    receiverStatus = 204;
    await press(member.page, '::-p-aria([role="button"]) >>> ::-p-text(content.created)');
    await member.click('Replay');
    await member.shows('The replay was delivered.');
    expect(new Set(received).size).toBe(1);
    expect(received.length).toBe(2);
    await inspect(member.page, 'delivery');
    await member.click('Close');
  });

  test('shows the subscription of an agent, which a person pauses', async () => {
    const permissions = ['content:read', 'webhooks:write'];
    const key = JSON.parse((await api('POST', '/keys', { name: 'News agent', agent: {}, permissions })).text);
    const authorization = `Bearer ${await getAccessToken(service.baseUrl, key)}`;
    const url = `${service.url}/_inbox/agent`;
    const delivery = { mode: 'webhook', url, secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
    const params = { name: 'content.created', delivery };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'events/subscribe', params });
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body });
    expect(await answer.text()).toContain('refreshBefore');
    await member.openScreen('Webhooks');
    await member.shows('Subscribed by the agent News agent');
    await member.click(url, 'link');
    await member.shows('Subscription ends');
    await inspect(member.page, 'webhook-of-an-agent');
    await member.click('Pause');
    await member.shows('Resume');
  });

  test('has no accessibility violations on any screen, and the console reports nothing', async () => {
    for (const screen of ['Calendar', 'Posts', 'Approvals', 'Team', 'Audit log']) {
      await member.openScreen(screen);
      await inspect(member.page, screen.toLowerCase().replace(' ', '-'));
    }
    // There is no session before the sign-in, and the URL of an image has no host while it is typed.
    expect(messages.filter((message) => !/401|ERR_NAME_NOT_RESOLVED/.test(message))).toEqual([]);
  });

  test('signs out, after which the session gives no access token', async () => {
    await member.openMenu();
    await member.click('Sign out');
    await member.heading('Sign in');
    const status = await member.page.evaluate(
      "fetch('/v1/auth/sessions/token', { method: 'POST' }).then((r) => r.status)",
    );
    expect(status).toBe(401);
  });

  test('adds a passkey, which signs in after a sign-out', async () => {
    // A passkey belongs to a domain, and `127.0.0.1` is none.
    const local = (url: string) => url.replace('127.0.0.1', 'localhost');
    const own = await DashboardWindow.open(browser, messages);
    const devtools = await own.page.createCDPSession();
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    });
    await own.page.goto(local(`${service.url}/app/`));
    await own.fill('Email', 'owner@example.com');
    await own.click('Email me a link');
    await own.shows('you will receive a link');
    const link = await until('the email', () => {
      const texts = readMailbox(folder).map(({ text }) => text);
      return /http:\/\/127\.0\.0\.1:\d+\/app\/#\/sign-in\?token=[\w-]+/.exec(texts.join('\n'))?.[0];
    });
    await own.signIn(local(link!));
    await own.heading('Calendar');
    await own.openMenu();
    await own.click('Passkeys', 'link');
    await own.shows('No passkeys yet');
    await own.fill('Name', 'Laptop');
    await own.click('Add passkey');
    await own.shows('The passkey “Laptop” is added.');
    await inspect(own.page, 'passkeys');
    await own.openMenu();
    await own.click('Sign out');
    await own.heading('Sign in');
    await own.click('Sign in with a passkey');
    // The screen that was open.
    await own.heading('Passkeys');
    await own.shows('Laptop');
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import type { Credentials } from '../../tools/local-stack/demo.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { type BlueskyServer, type RealAccount, startBlueskyServer } from '../../tools/real/bluesky-server.ts';
import { HAS_BROWSER, openBrowser } from '../e2e/browser.ts';
import { publishOn } from '../e2e/dashboard-pages.ts';
import { DashboardWindow } from '../e2e/dashboard-window.ts';
import { type ApiClient, createApiClient, getAccessToken, read, untilWithin } from '../e2e/http-client.ts';
import { type StartedCommand, startCommand } from '../e2e/local-command.ts';
import { connectAccount } from './running-service.ts';
import { completeSignIn } from './sign-in.ts';

// `npm start -- --real bluesky`, with a server of Bluesky's software in place of bsky.social.

const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
const data = join(folder, 'data');
let server: BlueskyServer;
let service: StartedCommand;
let message: string;
let api: ApiClient;

beforeAll(async () => {
  server = await startBlueskyServer();
  const blueskyUrls = { appView: server.url, directory: server.plcUrl, video: 'https://video.bsky.app' };
  const args = ['--real', 'bluesky', '--settings', JSON.stringify({ blueskyUrls })];
  service = startCommand(args, { PORT: String(await freePort()), LOCAL_FOLDER: data });
  message = await service.started();
  const credentials = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')) as Credentials;
  api = createApiClient(credentials.base_url, await getAccessToken(credentials.base_url, credentials));
});
afterAll(async () => {
  await service?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Expect that the post of an account is its only record, and that its public URL names this record. */
async function expectOneRecord(account: RealAccount, text: string, url: string | null | undefined): Promise<void> {
  const posts = await server.listPosts(account.did);
  expect(posts.map((post) => post.text)).toEqual([text]);
  expect(url).toBe(`https://bsky.app/profile/${account.did}/post/${posts[0]!.uri.split('/').at(-1)}`);
}

test('the workspace has no posts, and simulated accounts only of the platforms that the start message names', async () => {
  expect(message).toContain('It publishes on Bluesky. Instagram, X and LinkedIn are simulated.');
  const { accounts } = JSON.parse((await api('GET', '/accounts')).text) as { accounts: { platform: string }[] };
  expect(accounts.map(({ platform }) => platform).sort()).toEqual(['instagram', 'linkedin', 'twitter']);
  expect(JSON.parse((await api('GET', '/content')).text).data).toEqual([]);
});

test('an account that is connected with an app password publishes one record, whose public URL is in the response', async () => {
  const account = await server.createAccount('ada');
  const { id: accountId } = await connectAccount(api, account);
  const body = { title: 'Hello from a laptop', platforms: ['bluesky'] };
  const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
  read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
  const { targets } = await untilWithin('the post to be published', 60_000, async () => {
    const found = read(await api('GET', `/content/${id}`), 200, ContentResponse());
    return found.status === 'published' && found;
  });
  await expectOneRecord(account, 'Hello from a laptop', targets[0]!.url);
  expect((await api('DELETE', `/accounts/${accountId}`)).status).toBe(200);
});

test('the commands of docs/laptop.md publish one record and print its public URL', async () => {
  const account = await server.createAccount('dora');
  const [, block = ''] = /```sh\n(folder=[\s\S]*?)```/.exec(readFileSync('docs/laptop.md', 'utf8')) ?? [];
  const given = `folder=${data} handle=${account.handle} app_password=${account.appPassword}`;
  const commands = block.replace(/^folder=.*$/m, given).replace('sleep 5', 'sleep 20');
  const { stdout } = await promisify(execFile)('bash', ['-ec', commands]);
  const [connected = '', url] = stdout.trim().split('\n');
  await expectOneRecord(account, 'Hello from my laptop', url);
  expect((await api('DELETE', `/accounts/${JSON.parse(connected).id}`)).status).toBe(200);
});

describe.skipIf(!HAS_BROWSER)('in the dashboard', () => {
  let browser: Browser;
  let member: DashboardWindow;

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser);
    await member.signIn(/^ {2}dashboard +(\S+)$/m.exec(message)![1]!);
  });
  afterAll(() => browser?.close());

  /** Publish a text with the composer, and return the public URL that the page of the post shows. */
  async function publish(title: string): Promise<string> {
    await member.openScreen('Compose');
    await member.fill('Title', title);
    await member.fill('Text', title);
    await publishOn(member.page, 'Bluesky');
    await member.click('Now', 'radio');
    await member.click('Publish now');
    await member.heading(title);
    const link = await member.page.waitForSelector('a[href^="https://bsky.app/"]');
    return link!.evaluate((element) => (element as unknown as { href: string }).href);
  }

  test('a member connects a handle with an app password, publishes, and sees the public URL', async () => {
    const account = await server.createAccount('bob');
    await member.openScreen('Accounts');
    await member.click('Connect Bluesky');
    await member.click('Use an app password instead');
    await member.fill('Handle or DID', account.handle);
    await member.fill('App password', account.appPassword);
    await member.click('Connect');
    await member.shows('is connected to Bluesky.');
    await expectOneRecord(account, 'By app password', await publish('By app password'));
    await disconnect(account);
  });

  test('a member connects a handle by the consent page of its server, publishes, and sees the public URL', async () => {
    const account = await server.createAccount('cleo');
    await member.openScreen('Accounts');
    await member.click('Connect Bluesky');
    await member.fill('Handle', account.handle);
    const opened = new Promise<Page>((resume) => {
      browser.once('targetcreated', async (target) => resume((await target.page())!));
    });
    await member.click('Continue to Bluesky');
    const consent = await opened;
    await consent.waitForFunction(`location.pathname === '/v1/auth/connect'`);
    await completeSignIn(consent, account.password, 'Authorize');
    await consent.close();
    await member.page.bringToFront();
    await member.shows('is connected to Bluesky.');
    await expectOneRecord(account, 'By consent', await publish('By consent'));
    await disconnect(account);
  });

  async function disconnect({ did }: RealAccount): Promise<void> {
    const { accounts } = JSON.parse((await api('GET', '/accounts')).text) as {
      accounts: { id: string; external_id: string }[];
    };
    const found = accounts.find(({ external_id }) => external_id === did);
    expect((await api('DELETE', `/accounts/${found!.id}`)).status).toBe(200);
  }
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';

/** A listener at the URL of a callback. */
export interface CallbackListener {
  redirectUri: string;
  /** The parameters of the next request. */
  next(): Promise<Record<string, string>>;
  close(): void;
}

export async function listenForCallback(): Promise<CallbackListener> {
  const newReturn = () => Promise.withResolvers<Record<string, string>>();
  let returned = newReturn();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/v1/connect/callback') returned.resolve(Object.fromEntries(searchParams));
    response.end('returned');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/connect/callback`,
    async next() {
      const parameters = await returned.promise;
      returned = newReturn();
      return parameters;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Sign in at the page of a Bluesky server as a person would, and answers its question. Returns the page that follows.
 */
export async function signIn(browser: Browser, url: string, password: string, answer: 'Authorize' | 'Deny access') {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle0' });
  await completeSignIn(page, password, answer);
  return page;
}

/** Continue from the start page of a connection, if this is one, and sign in as `signIn` does. */
export async function completeSignIn(page: Page, password: string, answer: 'Authorize' | 'Deny access'): Promise<void> {
  await continueFromStart(page);
  await page.type('input[autocomplete="current-password"]', password);
  await click(page, 'Sign in');
  await click(page, answer);
  await page.waitForFunction(`!location.pathname.startsWith('/oauth/')`, { timeout: 30_000 });
}

/** Continue on the start page of a connection, if this is one. */
async function continueFromStart(page: Page): Promise<void> {
  if (new URL(page.url()).pathname === '/v1/auth/connect') await click(page, 'Continue to Bluesky');
  await page.waitForSelector('input[autocomplete="current-password"]', { timeout: 30_000 });
}

async function click(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space(.)="${name}"])`, { timeout: 30_000 });
  await button!.click();
}

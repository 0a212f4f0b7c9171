import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { completeDemo } from '../../tools/demo/complete-demo.ts';
import { createDemoFolder } from '../../tools/demo/demo-folder.ts';
import { createJsonApiClient, type JsonApiClient } from '../../tools/local-stack/api-client.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { type LocalService, startLocalService } from '../../tools/local-stack/local-service.ts';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { BUSY_MACHINE_FACTOR } from '../../tools/local-stack/stack-options.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { until } from './http-client.ts';

/** The local service with the demo data, and a browser, while the tests of a file run. */
export interface DemoService {
  service: LocalService;
  browser: Browser;
  api: JsonApiClient;
  /** Ask for a sign-in link as a member does, and return it from the email. */
  signInUrl(email: string): Promise<string>;
}

/** Start the service with the demo data and a browser before the tests of a file, and stop both after them. */
export function useDemoService(): DemoService {
  const folder = mkdtempSync(join(tmpdir(), 'demo-service-'));
  const data = join(folder, 'data');
  const demo = {} as DemoService;

  beforeAll(async () => {
    if (!HAS_BROWSER) return;
    const port = await freePort();
    await createDemoFolder(data, port);
    demo.service = await startLocalService({ port, folder: data, timeoutFactor: BUSY_MACHINE_FACTOR });
    await completeDemo(demo.service, data);
    demo.api = await createJsonApiClient(demo.service.credentials);
    demo.browser = await openBrowser(join(folder, 'browser'));
  });

  afterAll(async () => {
    await demo.browser?.close();
    await demo.service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const lastLinkTo = (email: string) =>
    readMailbox(data)
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => text.match(/http:\S+\/app\/#\/sign-in\?token=[\w-]+/) ?? [])[0];

  demo.signInUrl = async (email) => {
    const before = lastLinkTo(email);
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${demo.service.baseUrl}/auth/sign-in`, { method: 'POST', headers, body: JSON.stringify({ email }) });
    return until(`the link to ${email}`, () => {
      const link = lastLinkTo(email);
      return link === before ? undefined : link;
    });
  };
  return demo;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Page, Protocol } from 'puppeteer-core';

// How tests find and operate what a person sees in the dashboard.

/** How often tests look whether a page has changed. By default, a page renders without a pause while a test waits. */
export const POLLING_MS = 50;

/** A selector of the control that has a label. */
export const field = (label: string) => `::-p-xpath(//*[@id = //label[normalize-space() = "${label}"]/@for])`;

/** A selector of a button by its text, optionally of those in an open dialog only. */
export const button = (text: string, scope: '' | 'dialog' | 'dialog//dialog' = '') =>
  `::-p-xpath(${scope && `//${scope}`}//button[normalize-space() = "${text}"])`;

/** Wait until an element is there, and click it as scripts do: whether something covers it is not the question. */
export async function click(page: Page, selector: string): Promise<void> {
  const found = await page.waitForSelector(`${selector}`);
  await found!.evaluate((element) => (element as unknown as { click(): void }).click());
}

/**
 * Click an element with the mouse. An element that moves between the measurement of its position and the click, because
 * data above it have loaded, is missed, and clicked again.
 */
export async function press(page: Page, selector: string): Promise<void> {
  for (;;) {
    const element = await page.waitForSelector(selector);
    const click = await element!.evaluateHandle((element) => {
      // Not below a bar that stays at the edge of the window.
      element.scrollIntoView({ block: 'center' });
      const click = { isMissed: () => !hasArrived && element.isConnected };
      let hasArrived = false;
      const onClick = (event: { composedPath(): unknown[] }) => {
        hasArrived ||= event.composedPath().includes(element);
      };
      element.ownerDocument.addEventListener('click', onClick, { capture: true });
      return click;
    });
    await page.locator(selector).click();
    // A page that was left by the click has no values any more.
    if (!(await click.evaluate(({ isMissed }) => isMissed()).catch(() => false))) return;
  }
}

/** Replace the value of a control, and say so to the page as an input does. */
export async function fill(page: Page, selector: string, value: string): Promise<void> {
  const found = (await page.waitForSelector(selector)) as ElementHandle;
  await found.evaluate((element, text) => {
    const input = element as unknown as { value: string; focus(): void; dispatchEvent(event: Event): void };
    input.focus();
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);
}

/** Drop a text file on an element, as a person does from a folder. */
export async function dropFile(page: Page, selector: string, name: string, text: string): Promise<void> {
  await page.waitForSelector(selector);
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(event);
  })()`);
}

/** Wait until an element has a text, and return all of its text. */
export async function textWith(page: Page, selector: string, text: string): Promise<string> {
  const found = await page.waitForFunction(
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .map((element) => element.innerText).find((each) => each.includes(${JSON.stringify(text)}))`,
    { polling: POLLING_MS },
  );
  return (await found.jsonValue()) as string;
}

/** Wait until the dashboard shows the URL that starts with a path. */
export async function atUrl(page: Page, path: string): Promise<void> {
  await page.waitForFunction(`location.hash.startsWith(${JSON.stringify(`#${path}`)})`, { polling: POLLING_MS });
}

/** Choose the accounts with these platforms or names in the composer, and no others. */
export async function publishOn(page: Page, ...chosen: string[]): Promise<void> {
  await page.waitForSelector('.chips input');
  const clickNext = `(() => {
    for (const chip of document.querySelectorAll('.chip')) {
      const [platform] = (chip.querySelector('label small') ?? chip.querySelector('label strong')).textContent.split(' ·');
      const input = chip.querySelector('input');
      const names = [platform, chip.querySelector('label strong').textContent];
      if (input.checked === names.some((name) => ${JSON.stringify(chosen)}.includes(name))) continue;
      input.click();
      return true;
    }
    return false;
  })()`;
  // The page renders between two clicks.
  while (await page.evaluate(clickNext)) await pause(POLLING_MS);
}

/** The values of all controls of the composer, in their order. */
export function composerValues(page: Page): Promise<(string | boolean)[]> {
  return page.evaluate(
    `[...document.querySelectorAll('.composer input, .composer textarea')]
      .map((control) => /checkbox|radio/.test(control.type) ? control.checked : control.value)`,
  ) as Promise<(string | boolean)[]>;
}

/** What replaces a response: a failure of the network, or another response. */
type Replacement = 'failure' | { status: number; headers: Record<string, string>; body: object };

/**
 * Replace the response of the next request with a method and a url that ends in `path`. At the stage `Response`, the
 * request has reached the service; at `Request` it has not.
 */
export async function replaceNextResponse(
  page: Page,
  { method, path, stage }: { method: string; path: string; stage: 'Request' | 'Response' },
  replacement: Replacement,
): Promise<void> {
  const client = await page.createCDPSession();
  let isDone = false;
  client.on('Fetch.requestPaused', ({ requestId, request }: Protocol.Fetch.RequestPausedEvent) => {
    if (isDone || request.method !== method) return void client.send('Fetch.continueRequest', { requestId });
    isDone = true;
    if (replacement === 'failure') {
      return void client.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    }
    const { status, headers, body } = replacement;
    void client.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: Buffer.from(JSON.stringify(body)).toString('base64'),
    });
  });
  await client.send('Fetch.enable', { patterns: [{ urlPattern: `*${path}`, requestStage: stage }] });
}

import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { openPage } from './browser.ts';
import { POLLING_MS, press } from './dashboard-pages.ts';

/** A page of the dashboard that is operated by accessible names, as a screen reader does. */
export class DashboardWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Open a window of its own, with an empty session. `messages` collects what the console reports. */
  static async open(browser: Browser, messages: string[] = []): Promise<DashboardWindow> {
    const context = await browser.createBrowserContext();
    return DashboardWindow.in(context, messages);
  }

  /** Open another tab of a window. */
  static async in(context: BrowserContext, messages: string[] = []): Promise<DashboardWindow> {
    const page = await openPage(context);
    await page.setViewport({ width: 1280, height: 900 });
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    return new DashboardWindow(page);
  }

  /** Open a sign-in link, and sign in when asked. */
  async signIn(url: string): Promise<void> {
    await this.page.goto(url);
    await this.click('Sign in with the link');
    await this.page.waitForSelector('nav');
  }

  /** Open a screen from the navigation, and wait for its heading. */
  async openScreen(name: string): Promise<void> {
    await press(this.page, `nav ::-p-aria([name="${name}"][role="link"])`);
    await this.heading(name);
  }

  /** Open the menu of the workspace. */
  async openMenu(): Promise<void> {
    await press(this.page, '.workspace-menu > button');
    await this.page.waitForSelector('.menu-panel');
  }

  /** Wait for a heading. */
  async heading(name: string): Promise<void> {
    await this.page.waitForSelector(`::-p-aria([name="${name}"][role="heading"])`);
  }

  /** Click the control with this accessible name. */
  async click(name: string, role = 'button'): Promise<void> {
    await press(this.page, `::-p-aria([name="${name}"][role="${role}"])`);
  }

  /** Replace the value of the field with this label. */
  async fill(label: string, value: string): Promise<void> {
    await this.page.locator(`::-p-aria([name="${label}"])`).fill(value);
  }

  /** Wait until the page shows this text. */
  async shows(text: string): Promise<void> {
    const isShown = `document.body.innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(text)})`;
    await this.page.waitForFunction(isShown, { polling: POLLING_MS }).catch(async (error) => {
      const region = `document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body`;
      const shown = await this.page.evaluate(`(${region}).innerText`);
      throw new Error(`"${text}" is not on the page: ${shown}`, { cause: error });
    });
  }

  /** The text of the element with this selector, once it is there. */
  async textOf(selector: string): Promise<string> {
    await this.page.waitForSelector(selector);
    return this.page.$eval(selector, (element) => element.textContent ?? '');
  }
}

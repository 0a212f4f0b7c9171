import type { Page } from 'puppeteer-core';

// More than any screen has controls before the one that is wanted.
const MOST_TABS = 120;

/** What has the focus: its name, and whether a person sees that it has it. */
interface Focused {
  name: string;
  isVisible: boolean;
}

// An outline, a border or a shadow that the control does not have without the focus is not measured: the dashboard draws
// an outline.
const FOCUSED = `(() => {
  const element = document.activeElement;
  const labels = [...(element.labels ?? [])].map((label) => label.innerText);
  const name = (element.getAttribute('aria-label') ?? labels[0] ?? element.innerText ?? '').trim();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return { name, isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 };
})()`;

/** A page that is operated with the keyboard only. */
export class KeyboardWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Press Tab until the control with this name has the focus, which a person must see on the way, and press Enter. */
  async choose(name: string): Promise<void> {
    const passed: string[] = [];
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      await this.page.keyboard.press('Tab');
      const focused = (await this.page.evaluate(FOCUSED)) as Focused;
      const isOnPage = await this.page.evaluate('document.activeElement !== document.body');
      if (isOnPage && !focused.isVisible) throw new Error(`The focus on "${focused.name}" is not visible.`);
      passed.push(focused.name);
      if (focused.name === name) return this.page.keyboard.press('Enter');
    }
    throw new Error(`No control "${name}" is reached with Tab, only: ${passed.join(', ')}`);
  }
}

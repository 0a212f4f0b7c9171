import type { components } from './api/schema.d.ts';

/** In whose name the dashboard shows itself to a person of a product, who is no member. */
export type Portal = NonNullable<components['schemas']['SessionToken']['portal']>;

const STORED_AS = 'portal';

/** Return the portal of this tab, also after the end of its session, or null. */
export function storedPortal(): Portal | null {
  const stored = sessionStorage.getItem(STORED_AS);
  return stored === null ? null : (JSON.parse(stored) as Portal);
}

/** Store the portal of the session. Returns true when it is another one: the page then loads again, in its language. */
export function changePortal(portal: Portal | null): boolean {
  // An API of an earlier version returns none.
  const text = portal ? JSON.stringify(portal) : null;
  if (text === sessionStorage.getItem(STORED_AS)) return false;
  if (text === null) sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, text);
  location.reload();
  return true;
}

/** Remove the icons of this service, and its name from the title, before anything is shown. `name`: that of the product. */
export function hideService(name: string): void {
  for (const link of document.querySelectorAll(
    'link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]',
  )) {
    link.remove();
  }
  document.title = name;
}

/** Show the page in the colors of a product. They are readable on each other: mixtures would be less so. */
export function applyColors({ accent, background, text }: NonNullable<Portal['colors']>): void {
  const root = document.documentElement;
  root.dataset.theme = isLight(background) ? 'light' : 'dark';
  const colors = {
    ...{ background, surface: background, raised: background, 'on-accent': background, 'accent-soft': background },
    ...{ text, muted: text, accent },
    line: `color-mix(in srgb, ${text} 20%, ${background})`,
    'control-line': `color-mix(in srgb, ${text} 60%, ${background})`,
  };
  for (const [name, color] of Object.entries(colors)) root.style.setProperty(`--${name}`, color);
}

/** Return whether a color (`#rrggbb`) is nearer to white than to black. */
export function isLight(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 127;
}

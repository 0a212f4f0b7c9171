import type { components } from './api/schema.d.ts';

/** In whose name the dashboard shows itself to a person of a product, who is no member. */
export type Portal = NonNullable<components['schemas']['SessionToken']['portal']>;

const STORED_AS = 'portal';

/** Return the portal of this tab, also after the end of its session, or null. */
export function storedPortal(): Portal | null {
  const stored = sessionStorage.getItem(STORED_AS);
  return stored === null ? null : (JSON.parse(stored) as Portal);
}

/** Store the portal of the session for the next load of the page. Returns true when it is not the one of this page. */
export function storePortal(portal: Portal | null): boolean {
  const stored = storedPortal();
  // An API of an earlier version returns none.
  if (!portal) sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, JSON.stringify(portal));
  // A page in use does not load again for a new branding. No use of a session changes its end.
  return (stored?.expires_at ?? null) !== (portal?.expires_at ?? null);
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
  root.dataset.theme = lumaOf(background) > lumaOf(text) ? 'light' : 'dark';
  const colors = {
    ...{ background, surface: background, raised: background, 'on-accent': background, 'accent-soft': background },
    ...{ text, muted: text, accent },
    line: `color-mix(in srgb, ${text} 20%, ${background})`,
    'control-line': `color-mix(in srgb, ${text} 60%, ${background})`,
  };
  for (const [name, color] of Object.entries(colors)) root.style.setProperty(`--${name}`, color);
}

/** Return the luma of a color (`#rrggbb`), from 0 to 255, as ITU-R BT.709 weighs its channels. */
function lumaOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

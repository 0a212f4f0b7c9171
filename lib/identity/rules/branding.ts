import type { FieldError } from '../../core/problems/request-errors.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';

/** How a product wants the pages to look that its customers see: of the stage, or of a workspace. */
export interface Branding {
  name?: string | undefined;
  colors?: BrandColors | undefined;
  texts?: BrandTexts | undefined;
  terms_url?: string | undefined;
  privacy_url?: string | undefined;
  support_email?: string | undefined;
  locale?: PageLanguage | undefined;
}

/** Colors as `#rrggbb`. Links and buttons have the accent. */
export interface BrandColors {
  accent: string;
  background: string;
  text: string;
}

/** Plain texts in place of those of a page, or beside them. */
export interface BrandTexts {
  connect_intro?: string | undefined;
  connected_text?: string | undefined;
}

/** WCAG 2.2, success criterion 1.4.3, for text that is not large. */
const MIN_CONTRAST = 4.5;

/** Return a branding with what its workspace leaves to the stage. Colors are of one of them, because they depend on each other. */
export function mergeBrandings(stage: Branding | undefined, workspace: Branding | undefined): Branding {
  return { ...stage, ...workspace, texts: { ...stage?.texts, ...workspace?.texts } };
}

/** Build the API view of how a product looks, which a branding and a portal have. */
export function toLookView(branding: Branding) {
  const { name = null, colors = null, terms_url = null, privacy_url = null, support_email = null } = branding;
  return { name, colors, terms_url, privacy_url, support_email, locale: branding.locale ?? null };
}

/** Return the colors that cannot be read on their background, with the measured contrast. */
export function contrastErrors(colors: BrandColors | undefined): FieldError[] {
  if (!colors) return [];
  return (['accent', 'text'] as const).flatMap((name) => {
    const ratio = contrast(colors[name], colors.background);
    if (ratio >= MIN_CONTRAST) return [];
    // Rounded down: a ratio that is too low must not read as one that is enough.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    const detail = `The contrast with the background is ${shown}:1. Must be at least ${MIN_CONTRAST}:1.`;
    return [{ pointer: `/colors/${name}`, code: 'low_contrast', detail }];
  });
}

/** Return the contrast ratio of two colors (`#rrggbb`), from 1 to 21. WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Return the relative luminance of a color (`#rrggbb`), from 0 to 1. WCAG 2.2, "relative luminance". */
export function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Build the style of a page with these colors, after the default one. They have passed `contrastErrors`. */
export function brandStyle(colors: BrandColors | undefined): string {
  if (!colors) return '';
  const { accent, background, text } = colors;
  // Form controls and scroll bars follow the scheme. Half of the contrast scale is at this luminance.
  const scheme = luminance(background) > 0.18 ? 'light' : 'dark';
  return [
    `:root{color-scheme:${scheme};background:${background};color:${text}}`,
    // The accent has the contrast with the background, which is therefore the text on it. Opacity would take from it.
    `a{color:${accent}}button{background:${accent};border-color:${accent};color:${background}}small{opacity:1}`,
  ].join('');
}

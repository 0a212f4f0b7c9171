import type { Schemas } from './api/client.ts';
import { PLATFORM_DESCRIPTIONS } from './api/platform-descriptions.ts';
import { language } from './language/texts.ts';

/** A platform, as the API names it. */
export type Platform = Schemas['Account']['platform'];

/** A text that a platform has in each language. */
export type LocalText = Readonly<{ en: string } & Record<string, string>>;

/** Where a person creates an app password, which form it has, and what names the account beside it. */
export interface AppPasswordGuide {
  site: string;
  menu: LocalText;
  form: string;
  identifier: LocalText;
}

/** The icon of a button below a post. */
export type PostButton = (typeof PLATFORM_DESCRIPTIONS)[Platform]['buttons'][number];

/**
 * What the dashboard knows about a platform: `presentation` of its folder, its mark, and what its rules for posts say of
 * options. The other rules are not part of it: the API checks every draft.
 */
interface PlatformDescription {
  /** The name as people write it. */
  name: string;
  /** A path in a square of 24 by 24, and its color on a light and on a dark background. */
  mark: { color: string; path: string };
  needs: LocalText;
  hasSeveralAccounts?: true;
  handleExample?: string;
  appPassword?: AppPasswordGuide;
  handleMark: '@' | '';
  links: readonly ('url' | 'tag' | 'mention')[];
  fold?: { characters: number; lines: number };
  shownUrl?: { maxCharacters: number; isBare?: true; replacement?: string };
  card?: 'first' | 'last';
  buttons: readonly PostButton[];
  isImageFirst?: true;
  /** A post can name the URL whose card it shows. */
  showsLinkCards: boolean;
  /** A post that names this URL has no files. */
  linkExcludesMedia: boolean;
  /** A post has at least one file. */
  requiresMedia: boolean;
  /** Who can see a post, as the API names it. */
  visibilities: readonly Schemas['Visibility'][];
  /** Further posts can follow the post. */
  hasThreads: boolean;
}

const PLATFORM_TABLE: Record<Platform, PlatformDescription> = PLATFORM_DESCRIPTIONS;
const KNOWN: Partial<Record<string, PlatformDescription>> = PLATFORM_TABLE;

/** The platforms, in the order in which the screens show them. */
export const PLATFORMS = Object.keys(PLATFORM_TABLE) as Platform[];

/** The platforms as the options of a choice. */
export const PLATFORM_OPTIONS = PLATFORMS.map((value) => ({ value, label: PLATFORM_TABLE[value].name }));

/** Return what the dashboard knows about a platform. */
export function describePlatform(platform: Platform): PlatformDescription {
  return PLATFORM_TABLE[platform];
}

/** Return the name of a platform as people write it. One that this version does not know is named as the API names it. */
export function platformName(platform: string): string {
  return KNOWN[platform]?.name ?? platform;
}

/** Return the mark of a platform; undefined for one that this version does not know. */
export function platformMark(platform: string): PlatformDescription['mark'] | undefined {
  return KNOWN[platform]?.mark;
}

/** Return a text of a platform in the language of the dashboard. */
export function localText(text: LocalText): string {
  return text[language()] ?? text.en;
}

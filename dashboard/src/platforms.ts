import type { Schemas } from './api/client.ts';
import type { TextKey } from './language/texts.ts';

/** A platform, as the API names it. */
export type Platform = Schemas['Account']['platform'];

/** Where a person creates an app password, which form it has, and what names the account beside it. */
export interface AppPasswordGuide {
  site: string;
  menu: TextKey;
  form: string;
  identifier: TextKey;
}

/** What the dashboard knows about a platform. The rules for posts are not part of it: the API checks every draft. */
interface PlatformDescription {
  /** The name as people write it. */
  name: string;
  /** What a person needs to connect an account. */
  needs: TextKey;
  /** A login may have several accounts, of which the person selects one. */
  hasSeveralAccounts?: true;
  /** The connection starts with the handle of the account, for example this one. */
  handleExample?: string;
  /** Accounts can also be connected with an app password. */
  appPassword?: AppPasswordGuide;
  /** What precedes a handle. */
  handleMark: '@' | '';
  /** What the platform links in the text that the API sends. */
  links: readonly ('url' | 'tag' | 'mention')[];
  /** How much of a text is shown before "more". Omit where every text is shown in full. */
  fold?: { characters: number; lines: number };
  /** Return a URL as the platform shows it. Omit where it is shown as it is written. */
  showUrl?(url: string): string;
  /** The URL whose page is shown as a card below a text without images. Omit where there are no cards. */
  card?: 'first' | 'last';
  /** A post can name the URL whose card it shows. */
  showsLinkCards?: true;
  /** Who can see a post, as the API names it. */
  visibilities: readonly ('public' | 'connections')[];
  /** Further posts can follow the post. */
  hasThreads?: true;
  /** Images are square, and above the text. */
  isImageFirst?: true;
}

const SHOWN_URL_CHARACTERS = 26;

/** One row per platform of the API, in the order in which the screens show them. */
const PLATFORM_TABLE: Record<Platform, PlatformDescription> = {
  twitter: {
    name: 'X',
    needs: 'accounts.needs_twitter',
    handleMark: '@',
    links: ['url', 'tag', 'mention'],
    // Without the protocol, and cut.
    showUrl: (url) => {
      const bare = url.replace(/^https?:\/\/(?:www\.)?/i, '');
      return bare.length > SHOWN_URL_CHARACTERS ? `${bare.slice(0, SHOWN_URL_CHARACTERS)}…` : bare;
    },
    card: 'last',
    hasThreads: true,
    visibilities: ['public'],
  },
  linkedin: {
    name: 'LinkedIn',
    needs: 'accounts.needs_linkedin',
    hasSeveralAccounts: true,
    handleMark: '',
    // A mention needs the id of a person.
    links: ['url', 'tag'],
    fold: { characters: 210, lines: 3 },
    // A long one is replaced by a short URL of the platform.
    showUrl: (url) => (url.length > SHOWN_URL_CHARACTERS ? 'https://lnkd.in/…' : url),
    showsLinkCards: true,
    visibilities: ['public', 'connections'],
  },
  instagram: {
    name: 'Instagram',
    needs: 'accounts.needs_instagram',
    hasSeveralAccounts: true,
    handleMark: '@',
    links: ['tag', 'mention'],
    fold: { characters: 125, lines: 2 },
    visibilities: ['public'],
    isImageFirst: true,
  },
  bluesky: {
    name: 'Bluesky',
    needs: 'accounts.needs_bluesky',
    handleExample: 'ada.bsky.social',
    appPassword: {
      site: 'bsky.app',
      menu: 'accounts.passwordMenu_bluesky',
      form: 'xxxx-xxxx-xxxx-xxxx',
      identifier: 'accounts.identifier_bluesky',
    },
    handleMark: '@',
    links: ['url', 'tag', 'mention'],
    card: 'first',
    hasThreads: true,
    showsLinkCards: true,
    visibilities: ['public'],
  },
};

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
  return (PLATFORM_TABLE as Partial<Record<string, PlatformDescription>>)[platform]?.name ?? platform;
}

import type { Platform } from '../../lib/platforms/platform.ts';
import type { Team } from '../local-stack/demo.ts';
import type { PictureName } from './pictures.ts';

// The texts of the demo workspace. The company, the people and the audience are invented.

/** Who writes, edits and approves. Ida, the owner, acts by the API key, the others by sessions. */
export type Author = 'ida' | 'mira' | 'tomas' | 'amara';

const COMPANY = 'Nordlys Coffee';

/** The sign-in addresses of the members that act. */
export const EMAILS: Record<Author, string> = {
  ida: 'owner@example.com',
  mira: 'mira@example.com',
  tomas: 'tomas@example.com',
  amara: 'amara@example.com',
};

/** The members of the demo workspace. Its name is the label that each screen shows. */
export const TEAM: Team = {
  workspaceName: `Demo data: ${COMPANY}`,
  owner: { name: 'Ida Lindqvist', email: EMAILS.ida },
  colleagues: [
    { name: 'Mira Olsen', email: EMAILS.mira, role: 'content_manager' },
    { name: 'Tomás Rey', email: EMAILS.tomas, role: 'editor' },
    { name: 'Amara Okafor', email: EMAILS.amara, role: 'approver' },
    { name: 'Jonas Weber', email: 'jonas@example.com', role: 'analyst' },
  ],
};

/** The zone in which the company plans: that of its harbour. */
export const TIME_ZONE = 'Europe/Oslo';

/** The names of the connected accounts that are not named as the company. */
const ACCOUNT_NAMES: Partial<Record<Platform, string>> = {
  twitter: 'Nordlys Roastery',
  linkedin: 'Nordlys Coffee AS',
  bluesky: 'Nordlys at the harbour',
};

/** Return the name of the connected account of a platform. */
export function accountNameOn(platform: Platform): string {
  return ACCOUNT_NAMES[platform] ?? COMPANY;
}

/** A comment of the audience on a post, as its platform reports it. */
export interface DemoComment {
  platform: Platform;
  actor: string;
  text: string;
}

/** A post of the demo. A `picture` is the image of the post; its alternative text is that of the picture. */
export interface DemoPost {
  author: Author;
  title: string;
  text: string;
  platforms: Platform[];
  picture?: PictureName;
  thread?: string[];
  firstComment?: string;
  labels?: string[];
  campaign?: string;
  comments?: DemoComment[];
}

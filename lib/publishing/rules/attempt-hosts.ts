import { chosenServerHost } from '../../accounts/rules/chosen-server.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import type { Media, Platform, Post } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';

/** An attempt with a chosen host that takes longer than this is slow. */
export const SLOW_ATTEMPT_MS = 10_000;
/** After so many slow attempts in a row, attempts with a host use the slow lane. */
export const SLOW_ATTEMPTS = 2;
/** How long slow attempts are remembered. */
export const SLOW_HOST_MS = 30 * 60_000;

/**
 * Attempts of a workspace on one platform that may be in flight at the same time, of those that may occupy their function
 * for long: a server that the workspace has chosen takes part, or the post has a video.
 */
export const MAX_SLOW_ATTEMPTS_PER_WORKSPACE = 5;
/** The same for the server of an account, over all workspaces. More, so that one workspace never takes all. */
export const MAX_ATTEMPTS_PER_SERVER = 10;

const MIN_DEFERRAL_MS = 3_500;
const MAX_DEFERRAL_MS = 300_000;

/** The account and the post of an attempt, or the account of a check: the hosts that its requests may go to. */
export interface Requests {
  platform: Platform;
  /** The URL of the account's own server; null where the platform has only one. */
  server: string | null;
  /** The URL of the platform in this stage. */
  platformUrl: string;
  /** Null for a check, which sends requests to the server only. */
  post: Post | null;
  /** The URLs of the linked pages that are read now. */
  pageUrls: string[];
}

type Waiting = Pick<ScheduleEntry, 'scheduled_at' | 'unconfirmed_send'>;

/** The hosts that a workspace has chosen for an attempt, and which of them is the server of the account. */
export type ChosenHosts = { server: string | null; hosts: string[] };

/**
 * Return the hosts that a workspace has chosen for the requests of an attempt: a server that is not the platform's own,
 * and the hosts of the files and pages that this service reads. Such a host may let each request wait for its deadline.
 */
export function chosenHosts({ platform, server, platformUrl, post, pageUrls }: Requests): ChosenHosts {
  const chosenServer = chosenServerHost({ platform, server: server ?? undefined }, platformUrl);
  const parts = post === null ? [] : [post, ...(post.following ?? [])];
  const images = PLATFORM_TABLE[platform].downloadsImages ? [] : parts.flatMap(({ media }) => media.flatMap(urlOf));
  const urls = [...images, ...pageUrls];
  const hosts = [...(chosenServer === null ? [] : [chosenServer]), ...urls.map((url) => new URL(url).host)];
  return { server: chosenServer, hosts: [...new Set(hosts)] };
}

function urlOf(media: Media): string[] {
  return 'url' in media ? [media.url] : [];
}

/** Return whether a post has a video, whose upload takes long with every host. */
export function hasVideo({ media, following = [] }: Post): boolean {
  return [media, ...following.map((part) => part.media)].flat().some(({ type }) => type === 'video');
}

/**
 * Return when an attempt or a check that may not start now is tried again, in epoch milliseconds: in two to five seconds,
 * later in half the time that it has waited, and within seven minutes. A check has waited since the post was last sent.
 * `random`: from 0 to 1.
 */
export function deferredUntilMs({ scheduled_at, unconfirmed_send }: Waiting, nowMs: number, random: number): number {
  const waitsSince = unconfirmed_send ? (unconfirmed_send.last_sent_at ?? unconfirmed_send.sent_at) : scheduled_at;
  const waitedMs = Math.max(0, nowMs - Date.parse(waitsSince));
  return nowMs + Math.min(Math.max(waitedMs / 2, MIN_DEFERRAL_MS), MAX_DEFERRAL_MS) * (0.6 + 0.8 * random);
}

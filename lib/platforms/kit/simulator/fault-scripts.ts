import { isPlatform, PLATFORMS, type Platform, resolveAlias } from '../../platform.ts';
import type { PostStore } from './post-store.ts';
import { unknownField } from './simulated-http.ts';

/** Faults of a request that posts: whether the post is created, and how the platform responds. */
export const POST_SCRIPTS = {
  ok: { effect: true, answer: 'as_it_is' },
  ok_then_drop: { effect: true, answer: 'drop' },
  drop_before_effect: { effect: false, answer: 'drop' },
  hang: { effect: true, answer: 'hang' },
  '500_after_effect': { effect: true, answer: '500' },
  '500_before_effect': { effect: false, answer: '500' },
  '429': { effect: false, answer: '429' },
  '401_expired': { effect: false, answer: '401' },
  duplicate: { effect: false, answer: 'duplicate' },
  '402': { effect: false, answer: '402' },
  '426': { effect: false, answer: '426' },
  '201_without_id': { effect: true, answer: 'without_id' },
  html_502: { effect: true, answer: 'html' },
  truncated_json: { effect: true, answer: 'truncate' },
  drip: { effect: true, answer: 'drip' },
  wrong_content_type: { effect: true, answer: 'wrong_content_type' },
} as const;

/** Faults of a token refresh, and of the exchange of an authorization code: whether a token is issued, and how the platform responds. */
export const REFRESH_SCRIPTS = {
  ok: { effect: true, answer: 'as_it_is' },
  ok_then_drop: { effect: true, answer: 'drop' },
  drop_before_effect: { effect: false, answer: 'drop' },
  hang: { effect: true, answer: 'hang' },
  '500_after_effect': { effect: true, answer: '500' },
  '500_before_effect': { effect: false, answer: '500' },
  '429': { effect: false, answer: '429' },
  html_502: { effect: true, answer: 'html' },
  truncated_json: { effect: true, answer: 'truncate' },
  without_refresh_token: { effect: true, answer: 'as_it_is' },
} as const;

/**
 * Faults of a request that uploads a part of a video, or ends its upload: whether it has an effect, and how the platform
 * responds. `expired`: the platform has the upload no longer. `drop_midway`: half of a streamed part arrives.
 */
export const UPLOAD_SCRIPTS = {
  ok: { effect: true, answer: 'as_it_is' },
  ok_then_drop: { effect: true, answer: 'drop' },
  drop_before_effect: { effect: false, answer: 'drop' },
  drop_midway: { effect: false, answer: 'drop' },
  '500_after_effect': { effect: true, answer: '500' },
  '500_before_effect': { effect: false, answer: '500' },
  '429': { effect: false, answer: '429' },
  '401_expired': { effect: false, answer: '401' },
  expired: { effect: false, answer: 'expired' },
} as const;

export type ScriptName = keyof typeof POST_SCRIPTS;
export type RefreshScriptName = keyof typeof REFRESH_SCRIPTS;
export type UploadScriptName = keyof typeof UPLOAD_SCRIPTS;
export const SCRIPT_NAMES = Object.keys(POST_SCRIPTS) as ScriptName[];
export const REFRESH_SCRIPT_NAMES = Object.keys(REFRESH_SCRIPTS) as RefreshScriptName[];
const UPLOAD_SCRIPT_NAMES = Object.keys(UPLOAD_SCRIPTS) as UploadScriptName[];

/** The scripts for each type of request. */
const NAMES: Record<string, readonly string[]> = {
  post: SCRIPT_NAMES,
  refresh: REFRESH_SCRIPT_NAMES,
  exchange: REFRESH_SCRIPT_NAMES,
  upload: UPLOAD_SCRIPT_NAMES,
  finalize: UPLOAD_SCRIPT_NAMES,
};

const ORDER_MEMBERS = ['platform', 'script', 'times', 'every', 'account', 'on'];
const EVERY_ACCOUNT = '';

export type FaultScripts = ReturnType<typeof openFaultScripts>;

/** Open the queue of fault scripts per platform, request type and account, stored in the store's file. */
export function openFaultScripts({ database }: PostStore) {
  database.exec(`CREATE TABLE IF NOT EXISTS fault_orders (
    platform TEXT, request TEXT, account TEXT, script TEXT, times INTEGER, every INTEGER, passed INTEGER,
    PRIMARY KEY (platform, request, account))`);
  const put = database.prepare('INSERT OR REPLACE INTO fault_orders VALUES (?, ?, ?, ?, ?, ?, 0)');
  const get = database.prepare(`SELECT account, script, every, passed FROM fault_orders
    WHERE platform = ? AND request = ? AND account IN (?, '${EVERY_ACCOUNT}') AND times > 0
    ORDER BY account DESC LIMIT 1`);
  const use = database.prepare(`UPDATE fault_orders SET times = times - ?, passed = passed + 1
    WHERE platform = ? AND request = ? AND account = ?`);

  /** Take the next script of a request, if any is set. A script of the account comes first. */
  function take(platform: Platform, request: string, account: string | null): string {
    const row = get.get(platform, request, account ?? EVERY_ACCOUNT);
    if (row === undefined) return 'ok';
    const isTurn = (Number(row.passed) + 1) % Number(row.every) === 0;
    use.run(isTurn ? 1 : 0, platform, request, String(row.account));
    return isTurn ? String(row.script) : 'ok';
  }

  return {
    /**
     * Set a script by `{platform, script, times, every, account, on}`.
     *
     * `times` defaults to 1, and 0 removes the script; `every` is 5 for each fifth request, and defaults to 1; `account` defaults to all accounts; `on` is `post`, the
     * default, `refresh`, `exchange` (of an authorization code), `upload` (of a part of a video) or `finalize` (the
     * end of its upload).
     *
     * @returns the error in the request, or null.
     */
    set(order: Record<string, unknown> = {}): string | null {
      const { platform: name, script, times = 1, every = 1, account = null, on = 'post' } = order;
      const platform = typeof name === 'string' ? resolveAlias(name) : name;
      const unknown = unknownField(order, ORDER_MEMBERS);
      if (unknown !== undefined) return `${unknown} is not one of ${ORDER_MEMBERS.join(', ')}`;
      if (typeof platform !== 'string' || !isPlatform(platform)) {
        return `platform is one of ${PLATFORMS.join(', ')}`;
      }
      const names = typeof on === 'string' && Object.hasOwn(NAMES, on) ? NAMES[on] : undefined;
      if (names === undefined) return `on is one of ${Object.keys(NAMES).join(', ')}`;
      if (typeof script !== 'string' || !names.includes(script)) return `script is one of ${names.join(', ')}`;
      if (!Number.isSafeInteger(times) || Number(times) < 0) return 'times is a whole number from 0';
      if (!Number.isSafeInteger(every) || Number(every) < 1) return 'every is a whole number from 1';
      if (account !== null && (typeof account !== 'string' || account === '')) return 'account is a text';
      put.run(platform, String(on), account ?? EVERY_ACCOUNT, script, Number(times), Number(every));
      return null;
    },
    /** Take the script of a request that posts; `ok` when none is set. */
    takeForPost(platform: Platform, account: string | null): ScriptName {
      return take(platform, 'post', account) as ScriptName;
    },
    /** Take the script of a token refresh; `account` is null for an unknown token. */
    takeForRefresh(platform: Platform, account: string | null): RefreshScriptName {
      return take(platform, 'refresh', account) as RefreshScriptName;
    },
    /** Take the script of a part of a video (`upload`), or of the end of its upload (`finalize`). */
    takeForUpload(platform: Platform, request: 'upload' | 'finalize', account: string | null): UploadScriptName {
      return take(platform, request, account) as UploadScriptName;
    },
    /** Take the script of the exchange of an authorization code; `account` is null for an unknown code. */
    takeForExchange(platform: Platform, account: string | null): RefreshScriptName {
      return take(platform, 'exchange', account) as RefreshScriptName;
    },
  };
}

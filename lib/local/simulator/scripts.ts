import { PLATFORMS, type Platform } from '../../domain/platform.ts';
import { isObject, type Reply } from './exchange.ts';
import type { Ledger } from './ledger.ts';

/** What a posting request does: whether the post comes into being, and what is answered. */
const SCRIPTS = {
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

export type ScriptName = keyof typeof SCRIPTS;
export const SCRIPT_NAMES = Object.keys(SCRIPTS) as ScriptName[];

const HTML =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>';

/** How one platform posts and refuses, in its own words. */
export interface PostingPlatform {
  /** Validates, and if all is well adds the post to the ledger. */
  publish(): Reply;
  withoutId(reply: Reply): Reply;
  refusals: Record<'500' | '429' | '401' | 'duplicate' | '402' | '426', () => Reply>;
}

/** Plays one script. A request the platform would refuse anyway is refused, whatever the script. */
export function play(name: ScriptName, platform: PostingPlatform): Reply {
  const { effect, answer } = SCRIPTS[name];
  const reply: Reply = effect ? platform.publish() : { status: 503 };
  if (effect && reply.status >= 300) return reply;
  switch (answer) {
    case 'as_it_is':
      return reply;
    case 'drop':
    case 'hang':
    case 'truncate':
    case 'drip':
      return { ...reply, delivery: answer };
    case 'html':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: HTML };
    case 'wrong_content_type':
      return { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } };
    case 'without_id':
      return platform.withoutId(reply);
    default:
      return platform.refusals[answer]();
  }
}

export type Scripts = ReturnType<typeof openScripts>;

/** Which script is played next, per platform; kept in the ledger's file. */
export function openScripts({ database }: Ledger) {
  database.exec('CREATE TABLE IF NOT EXISTS scripts (platform TEXT PRIMARY KEY, script TEXT, times INTEGER)');
  const put = database.prepare('INSERT OR REPLACE INTO scripts VALUES (?, ?, ?)');
  const get = database.prepare('SELECT script FROM scripts WHERE platform = ? AND times > 0');
  const use = database.prepare('UPDATE scripts SET times = times - 1 WHERE platform = ?');

  return {
    /** Takes `{platform, script, times}`; `times` 1 when missing, 0 to take a script back. @returns what is wrong. */
    set(order: unknown): string | null {
      const { platform, script, times = 1 } = isObject(order) ? order : {};
      if (!PLATFORMS.some((known) => known === platform)) return `platform is one of ${PLATFORMS.join(', ')}`;
      if (!SCRIPT_NAMES.some((known) => known === script))
        return `script is one of ${SCRIPT_NAMES.join(', ')}`;
      if (!Number.isSafeInteger(times) || Number(times) < 0) return 'times is a whole number from 0';
      put.run(String(platform), String(script), Number(times));
      return null;
    },
    /** The script of this posting request: one of those set is used up, else `ok`. */
    take(platform: Platform): ScriptName {
      const row = get.get(platform) as { script: ScriptName } | undefined;
      if (row === undefined) return 'ok';
      use.run(platform);
      return row.script;
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled, LANGUAGES, type Language, OLDEST, prepareLanguage, runProgram } from './languages.ts';
import {
  problemReply,
  type Reply,
  type Script,
  type ScriptedServer,
  startScriptedServer,
  tokenReply,
} from './scripted-server.ts';

// What each library does when a token ends, a call is cancelled or a response does not arrive. Its program is
// `programs/calls.*`, which runs every scenario and prints the outcome of each; the server counts what arrives.

const PARALLEL = 5;
const OK: Reply = { status: 200, body: { id: 'cnt_1', title: 'Title', platforms: [], status: 'draft', targets: [] } };
const SECOND = { headers: { 'retry-after': '1' } };
/** As long as a library waits: no test that is not cancelled ends in time. */
const MINUTE = { headers: { 'retry-after': '60' } };
/** What the timers of some languages are early by. */
const TIMER_MS = 20;

/** PHP has neither threads nor tasks: its calls follow each other. */
const parallelIn = (language: string) => (language === 'php' ? 1 : PARALLEL);

const SCRIPTS = {
  absent: { call: () => OK },
  expired: { token: (number) => tokenReply(`token-${number}`, number === 1 ? 0 : 3_600), call: () => OK },
  rejected: {
    call({ number, token }, language) {
      if (number === 1 || token !== 'token-1') return OK;
      return problemReply(401, 'invalid_token', { together: parallelIn(language) });
    },
  },
  'rejected-twice': { call: () => problemReply(401, 'invalid_token') },
  'cancelled-request': { call: () => 'hold' },
  'cancelled-wait': { call: () => problemReply(503, 'unavailable', MINUTE) },
  'cancelled-token': { token: (number) => (number === 1 ? 'hold' : tokenReply('token')), call: () => OK },
  timeout: { call: ({ number }) => (number === 1 ? 'hold' : OK) },
  timeouts: { call: () => 'hold' },
  'retry-after': { call: ({ number }) => (number === 1 ? problemReply(429, 'rate_limited', SECOND) : OK) },
  'long-retry-after': { call: () => problemReply(429, 'rate_limited', { headers: { 'retry-after': '61' } }) },
  keyless: { call: () => 'drop' },
  keyed: {
    call({ number }) {
      if (number === 1) return 'drop';
      return number === 2 ? problemReply(503, 'unavailable', SECOND) : OK;
    },
  },
  limit: { call: () => problemReply(503, 'unavailable') },
} satisfies Record<string, Script>;

type Name = keyof typeof SCRIPTS;

/** The library for asyncio is a variant of its own, as a test of it is. */
const ASYNC = '-async';
const scripts = Object.entries(SCRIPTS).flatMap(([name, script]) => [
  [name, script],
  [`${name}${ASYNC}`, script],
]) as [string, Script][];

const ALL = [...LANGUAGES, ...OLDEST];
const isPython = ({ extension }: Language) => extension === 'py';
const VARIANTS = ALL.flatMap((language) => [
  { label: language.name, suffix: '', language },
  ...(isPython(language) ? [{ label: `${language.name} with asyncio`, suffix: ASYNC, language }] : []),
]);

const folder = mkdtempSync(join(tmpdir(), 'client-calls-'));
let server: ScriptedServer;
/** What the program of each language has printed. */
const printed = new Map<string, Record<string, string | string[]>>();

beforeAll(async () => {
  server = await startScriptedServer(Object.fromEntries(scripts));
  await Promise.all(ALL.filter(isInstalled).map(runScenarios));
});

/** The first part of the path of its requests. */
const placeOf = ({ name }: Language) => name.replaceAll(/\W/g, '-');

async function runScenarios(language: Language): Promise<void> {
  const own = join(folder, language.name);
  await prepareLanguage(language, own);
  const file = `calls.${language.extension}`;
  const env = { ORIGIN: `${server.origin}/${placeOf(language)}`, PARALLEL: String(parallelIn(language.name)) };
  printed.set(language.name, JSON.parse(await runProgram(language, { folder: own, file, env })));
}

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(VARIANTS)('the library in $label', ({ suffix, language }) => {
  const { name } = language;
  const outcomeOf = (scenario: Name) => printed.get(name)?.[`${scenario}${suffix}`];
  const seenIn = (scenario: Name) => server.scenarioOf(placeOf(language), `${scenario}${suffix}`);
  const run = test.skipIf(!isInstalled(language));
  const all = Array.from({ length: parallelIn(name) }, () => 'ok');
  // Threads call the same code in Python, which cannot end a thread. PHP has nothing that could end a call.
  const cancels = test.skipIf(!isInstalled(language) || name === 'php' || (isPython(language) && suffix === ''));

  run('requests one token for parallel calls without one', () => {
    expect(outcomeOf('absent')).toEqual(all);
    expect([seenIn('absent').tokens, seenIn('absent').calls.length]).toEqual([1, all.length]);
  });

  run('requests one token for parallel calls whose token has expired', () => {
    expect(outcomeOf('expired')).toEqual(['ok', ...all]);
    expect(seenIn('expired').tokens).toBe(2);
    expect(
      seenIn('expired')
        .calls.slice(1)
        .map(({ token }) => token),
    ).toEqual(all.map(() => 'token-2'));
  });

  run('requests one token after the service has rejected that of parallel calls, and repeats each call once', () => {
    expect(outcomeOf('rejected')).toEqual(['ok', ...all]);
    const { tokens, calls } = seenIn('rejected');
    expect(tokens).toBe(2);
    const used = calls.map(({ token }) => token).sort();
    expect(used).toEqual(['token-1', ...all.map(() => 'token-1'), ...all.map(() => 'token-2')]);
  });

  run('ends a call whose new token is rejected, too', () => {
    expect(outcomeOf('rejected-twice')).toBe('invalid_token');
    expect([seenIn('rejected-twice').tokens, seenIn('rejected-twice').calls.length]).toEqual([2, 2]);
  });

  cancels('ends a cancelled call without a repeat', () => {
    expect(outcomeOf('cancelled-request')).toBe('cancelled');
    expect(seenIn('cancelled-request').calls).toHaveLength(1);
  });

  cancels('ends a call that is cancelled while it waits for Retry-After', () => {
    expect(outcomeOf('cancelled-wait')).toBe('cancelled');
    expect(seenIn('cancelled-wait').calls).toHaveLength(1);
  });

  cancels('ends a call that is cancelled while it waits for a token', () => {
    expect(outcomeOf('cancelled-token')).toBe('cancelled');
    expect(seenIn('cancelled-token').calls).toEqual([]);
    // The request for the token was still open.
    expect(seenIn('cancelled-token').tokensAtRelease).toBe(1);
  });

  run('repeats a call whose attempt exceeds its time limit', () => {
    expect(outcomeOf('timeout')).toBe('ok');
    expect(seenIn('timeout').calls.length).toBeGreaterThan(1);
  });

  run('reports a connection error when every attempt exceeds its time limit', () => {
    expect(outcomeOf('timeouts')).toBe('connection');
    expect(seenIn('timeouts').calls).toHaveLength(2);
  });

  run('repeats a call no earlier than Retry-After', () => {
    expect(outcomeOf('retry-after')).toBe('ok');
    const [first, second, ...more] = seenIn('retry-after').calls;
    expect(more).toEqual([]);
    expect(second!.atMs).toBeGreaterThan(first!.atMs + 1_000 - TIMER_MS);
  });

  run('leaves a wait of more than a minute to its caller', () => {
    expect(outcomeOf('long-retry-after')).toBe('rate_limited after 61');
    expect(seenIn('long-retry-after').calls).toHaveLength(1);
  });

  run('never repeats a POST without an idempotency key', () => {
    expect(outcomeOf('keyless')).toBe('connection');
    expect(seenIn('keyless').calls).toHaveLength(1);
  });

  run('sends one key with each repeat of a call, and another one with another call', () => {
    expect(outcomeOf('keyed')).toEqual(['ok', 'ok']);
    const keys = seenIn('keyed').calls.map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(keys[0]!)]);
    expect(keys[0]!.length).toBeGreaterThan(20);
  });

  run('repeats a call as often as its limit says', () => {
    expect(outcomeOf('limit')).toBe('unavailable');
    expect(seenIn('limit').calls).toHaveLength(3);
  });
});

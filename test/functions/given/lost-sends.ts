import { expect } from 'vitest';
import { accountWrite } from '../../../lib/accounts/store/accounts.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import type { ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { ACCOUNTS, startServer } from '../../platforms/platforms.ts';
import { advanceTime, type Json } from '../api-harness.ts';
import { accountOn, currentPlatforms, loadDueEntry, setPlatforms } from '../simulated.ts';
import { newThread, request, runWorker, type TargetView, type Thread } from './thread.ts';

/** Perform the next step of a thread at its time. */
export async function runNext(thread: Thread): Promise<void> {
  const { due_at } = await loadDueEntry(thread.dueMessage);
  advanceTime(Math.max(0, Date.parse(due_at!) - Date.now()));
  await runWorker(thread);
}

/** Lose the response to the next part of a thread that is sent. */
export async function loseNext(thread: Thread, platform: Platform, script: ScriptName = 'ok_then_drop'): Promise<void> {
  await currentPlatforms().script(platform, script);
  for (let step = 0; (await loadDueEntry(thread.dueMessage)).state !== 'unconfirmed'; step++) {
    expect(step).toBeLessThan(20);
    await runNext(thread);
  }
}

/** Schedule a thread of a platform that lists its comments. */
export async function newThreadOn(
  platform: Platform,
  fields: Json,
  account: { external_id?: string } = {},
): Promise<Thread> {
  const { externalId, accessToken: access_token } = ACCOUNTS[platform];
  // Instagram names the account of a token only if it has issued the token.
  const grant = { platform, account: externalId, access_token, expires_in: 86_400 };
  if (platform === 'instagram') await currentPlatforms().register(grant);
  return newThread(fields, platform, account);
}

/** Schedule a thread, of which the response to the first part is lost. */
export async function inDoubt(platform: Platform, fields: Json = {}, script?: ScriptName): Promise<Thread> {
  const thread = await newThreadOn(platform, fields);
  await loseNext(thread, platform, script);
  return thread;
}

/** Report the unconfirmed part of a thread as failed. Returns the target after it. */
export async function reportFailed(thread: Thread, platform: Platform): Promise<Json & TargetView> {
  const { id: schedule_id, parts } = await loadDueEntry(thread.dueMessage);
  const report = { outcome: 'failed', schedule_id, part: parts.length };
  const { status, json, text } = await request(thread, 'content.resolve', report, { platform });
  expect(status, text).toBe(200);
  return (json.targets as (Json & TargetView)[])[0]!;
}

/**
 * Put a server before the platform of a thread's account that answers the requests that `answer` knows, and passes on the
 * others.
 */
export async function intercept(
  { tenant }: Thread,
  platform: Platform,
  answer: (url: string, method: string) => { status: number; body: object } | null,
) {
  const { origin } = currentPlatforms();
  const server = await startServer((incoming, outgoing) => {
    const { method = 'GET', url = '', headers } = incoming;
    const given = answer(url, method);
    if (given) {
      outgoing.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
      return;
    }
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = headers;
    const body = method === 'GET' ? {} : { body: server.bodies.at(-1)! };
    fetch(`${origin}/_simulator/${platform}${url}`, { method, headers: kept as Record<string, string>, ...body }).then(
      async (response) => {
        const type = response.headers.get('content-type') ?? 'application/json';
        outgoing.writeHead(response.status, { 'content-type': type }).end(Buffer.from(await response.arrayBuffer()));
      },
      () => outgoing.destroy(),
    );
  });
  setPlatforms(origin, { [platform]: server.origin });
  const account = (await accountOn(tenant, platform))!;
  // An account of Bluesky names its server.
  if (account.server) await commit([accountWrite(account, { ...account, server: server.origin })]);
  return server;
}

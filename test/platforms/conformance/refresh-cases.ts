import { expect } from 'vitest';
import { PUBLISHERS } from '../../../lib/platforms/adapters.ts';
import type { RefreshCredentials, RefreshOutcome } from '../../../lib/platforms/kit/publisher.ts';
import type { RefreshScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import { FIXTURES } from '../fixtures.ts';
import { makePost, publish } from '../platforms.ts';
import { defineCases, type PlatformServer, type Subject } from './platform-server.ts';

const OUTCOMES: [RefreshScriptName, RefreshOutcome['outcome']][] = [
  ['ok_then_drop', 'unknown'],
  ['drop_before_effect', 'unknown'],
  ['500_after_effect', 'unknown'],
  ['500_before_effect', 'unknown'],
  ['html_502', 'unknown'],
  ['truncated_json', 'unknown'],
  ['429', 'retry'],
];

/** Refresh the token of a server's account. */
export function refresh(
  platform: Subject['platform'],
  { credentials, tokens }: PlatformServer,
  more: Partial<RefreshCredentials> = {},
  deadlineMs = tokens.deadlineMs,
): Promise<RefreshOutcome> {
  return PUBLISHERS[platform].refresh({ ...credentials, ...more }, { ...tokens, deadlineMs });
}

/** Return the tokens of a refresh. Throws for any other outcome. */
export function refreshed(outcome: RefreshOutcome) {
  if (outcome.outcome !== 'refreshed') throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** Publish with an access token. */
export function postWith(platform: Subject['platform'], server: PlatformServer, accessToken: string) {
  return publish(platform, server.connection(), makePost(platform), { ...server.account, accessToken });
}

/** Define the cases of token refreshes that all platforms have in common. */
export function describeRefresh(subject: Subject): void {
  const { platform } = subject;
  const define = defineCases(subject);

  define('gives a token that publishes, and says how long it lives', async () => {
    await using server = await subject.start();
    const { accessToken, expiresInSeconds } = refreshed(await refresh(platform, server));
    expect(accessToken).not.toBe(server.credentials.accessToken);
    expect(expiresInSeconds).toBe(FIXTURES[platform].tokenLifetimeSeconds);
    expect(await postWith(platform, server, accessToken)).toMatchObject({ outcome: 'published' });
  });

  define('rejects credentials it does not know', async () => {
    await using server = await subject.start();
    const strange = { accessToken: 'expired', refreshToken: 'strange' };
    expect(await refresh(platform, server, strange)).toMatchObject({
      outcome: 'rejected',
      error: { category: 'auth' },
    });
  });

  for (const [script, outcome] of OUTCOMES) {
    define(`classifies the refresh script ${script} as ${outcome}, and asks once`, async () => {
      await using server = await subject.start();
      await server.scriptRefresh(script);
      expect(await refresh(platform, server)).toMatchObject({ outcome });
      expect(await server.requests()).toHaveLength(1);
    });
  }

  define('returns an unknown outcome for a refresh without a response', async () => {
    await using server = await subject.start();
    await server.scriptRefresh('hang');
    expect(await refresh(platform, server, {}, 1_500)).toMatchObject({ outcome: 'unknown' });
  });
}

import { PLATFORM_TABLE } from '../../../lib/platforms/platforms.ts';
import { registerSimulatorAccounts } from '../../local-stack/simulator-accounts.ts';
import { type MeasuredUsage, scaleUsage, subtractUsage, type Usage } from '../usage.ts';
import { getRecordEntity } from './direct-table-access.ts';
import type { MeteredStack } from './metered-stack.ts';
import { newTenant } from './tenant.ts';

/** Measure the refresh of one token of those that last for hours. What an empty run reads is in that of an idle month. */
export async function measureTokenRefresh(
  stack: MeteredStack,
  number: number,
  emptyRun: Usage,
): Promise<MeasuredUsage['tokenRefresh']> {
  await registerSimulatorAccounts(stack.url);
  const { lifetimeSeconds } = PLATFORM_TABLE.twitter.token;
  const { writes } = newTenant(number, Date.now() - lifetimeSeconds * 1000, {}, stack.encryptSecrets);
  await stack.seed(writes);
  await stack.skipStream();
  const run = await stack.measure(() => stack.invoke('on-refresh-due', {}));
  const after = await stack.measure(async () => {
    const news = await stack.consumeStream();
    if (news.some(({ dynamodb }) => getRecordEntity(dynamodb) === 'Event'))
      throw new Error('A platform rejected a refresh.');
  });
  if (run.platformCalls === 0) throw new Error('No token was refreshed.');
  const reads = { ...emptyRun, invocations: 0, memoryMb: 0 };
  const perToken = 1 / run.platformCalls;
  return { run: scaleUsage(subtractUsage(run, reads), perToken), after: scaleUsage(after, perToken) };
}

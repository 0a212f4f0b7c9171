import { type MeasuredUsage, scaleUsage, subtractUsage } from '../usage.ts';
import { getRecordEntity, toQueueMessage } from './direct-table-access.ts';
import type { MeteredStack } from './metered-stack.ts';
import { fillStreamCaches } from './ready-files.ts';
import { EXAMPLE_POST, newTenant } from './tenant.ts';

/** Measure the derived work of a draft, and what an endpoint adds to it, one alone and ten together. */
export async function measureDeliveries(
  stack: MeteredStack,
  number: number,
): Promise<Pick<MeasuredUsage, 'derived' | 'delivery'>> {
  const events = async (count: number, receiver: string | null, tenantNumber: number) => {
    const { tenant, writes } = newTenant(tenantNumber, Date.now(), receiver ? { receiver } : {}, stack.encryptSecrets);
    await stack.seed(writes);
    await stack.skipStream();
    await fillStreamCaches(stack, tenantNumber);
    const body = { ...EXAMPLE_POST, platforms: ['twitter'] };
    for (let made = 0; made < count; made++) {
      await stack.request(201, 'POST', '/v1/content', { token: tenant.token, body });
    }
    const how = count > 1 ? ('batched' as const) : undefined;
    return stack.measure(async () => {
      const followed = await stack.consumeStream(how);
      const messages = followed
        .filter(({ eventName, dynamodb }) => eventName === 'INSERT' && getRecordEntity(dynamodb) === 'Event')
        .map(({ dynamodb }, index) => ({
          messageId: String(index),
          body: toQueueMessage(dynamodb, tenant.endpointId),
        }));
      if (messages.length !== count) throw new Error(`${messages.length} events.`);
      if (receiver) await stack.invoke('on-delivery-queued', { Records: messages });
      await stack.consumeStream(how);
    });
  };
  const receiver = `${stack.url}/_inbox/meter`;
  const perDraft = async (count: number, tenantNumber: number) => {
    const derived = await events(count, null, tenantNumber + 1);
    const all = await events(count, receiver, tenantNumber);
    return {
      derived: scaleUsage(derived, 1 / count),
      delivery: scaleUsage(subtractUsage(all, derived), 1 / count),
    };
  };
  const [alone, inTens] = [await perDraft(1, number), await perDraft(10, number + 2)];
  return {
    derived: { alone: alone.derived, inTens: inTens.derived },
    delivery: { alone: alone.delivery, inTens: inTens.delivery },
  };
}

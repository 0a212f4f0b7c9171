import { isObject } from '../../core/values/is-object.ts';
import { type Json, RpcError } from '../mcp/rpc-message.ts';

/** The parameters of `events/subscribe`, as far as this server reads them. */
export interface SubscribeParams {
  kind: string;
  url: string;
  secret: string;
  ttlMs: number | null | undefined;
}

/**
 * Parse the parameters of `events/subscribe`. `cursor` and `maxAgeMs` are about a replay, which no event offers, so they
 * have no effect. Throws -32602 for invalid ones, and -32014 for another delivery mode than `webhook`.
 */
export function parseSubscribe(params: Json): SubscribeParams {
  const { kind, url, delivery } = parseSubscription(params);
  if (delivery.mode !== 'webhook') {
    const { mode } = delivery;
    const value = typeof mode === 'string' ? mode.slice(0, 50) : typeof mode;
    const data = { feature: 'deliveryMode', value };
    throw new RpcError('unsupported', 'delivery.mode must be webhook.', { status: 200, data });
  }
  if (typeof delivery.secret !== 'string') throw invalid('delivery.secret must be a string.');
  const { ttlMs } = params;
  const isTime = typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs > 0;
  if (ttlMs !== undefined && ttlMs !== null && !isTime) {
    throw invalid('ttlMs must be a positive whole number of milliseconds, or null.');
  }
  return { kind, url, secret: delivery.secret, ttlMs: ttlMs as SubscribeParams['ttlMs'] };
}

/** Parse the parameters of `events/unsubscribe`. Throws -32602 for invalid ones. */
export function parseUnsubscribe(params: Json): Pick<SubscribeParams, 'kind' | 'url'> {
  const { kind, url } = parseSubscription(params);
  return { kind, url };
}

function parseSubscription({ name, arguments: given = {}, delivery }: Json) {
  if (typeof name !== 'string') throw invalid('name must be a string.');
  if (!isObject(given)) throw invalid('arguments must be an object.');
  if (Object.keys(given).length > 0) throw invalid('arguments must be empty: this event has none.');
  if (!isObject(delivery)) throw invalid('delivery must be an object.');
  if (typeof delivery.url !== 'string') throw invalid('delivery.url must be a string.');
  return { kind: name, url: delivery.url, delivery };
}

function invalid(message: string): RpcError {
  return new RpcError('invalid_params', message, { status: 200 });
}

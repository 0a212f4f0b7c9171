import { ApiError } from '../../core/problems/define-problem.ts';
import { answer } from './answer.ts';
import type { Offers } from './offers.ts';
import { checkHeaders } from './request-headers.ts';
import { idOf, type Json, parseMessage, RpcError } from './rpc-message.ts';

type Reply = { status: number; body: unknown };

/**
 * Answer the body of a POST: a JSON-RPC response, or 202 without a body for a notification. `read` parses the body, and
 * throws an `ApiError` for one that is no JSON or too deep.
 */
export async function respondToMessage(
  read: () => unknown,
  headers: Record<string, string | undefined>,
  offers: Offers,
): Promise<Reply> {
  let body: unknown;
  try {
    body = read();
    const message = parseMessage(body);
    const era = checkHeaders(message, headers);
    if (message.id === null) return { status: 202, body: '' };
    const result = await answer(message, era, offers);
    return { status: 200, body: { jsonrpc: '2.0', id: message.id, result } };
  } catch (error) {
    const known = error instanceof ApiError && error.code === 'invalid_json' ? toRpcError(error) : error;
    if (!(known instanceof RpcError)) throw known;
    return { status: known.status, body: { jsonrpc: '2.0', id: idOf(body), error: errorOf(known) } };
  }
}

function toRpcError({ message }: ApiError): RpcError {
  return new RpcError('parse_error', message);
}

function errorOf({ code, message, data }: RpcError): Json {
  return { code, message, ...(data && { data }) };
}

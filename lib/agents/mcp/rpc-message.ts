import { isObject } from '../../core/values/is-object.ts';
/** A JSON object. */
export type Json = Record<string, unknown>;

/** The id of a request; null for a notification, and where an error belongs to no request. */
type RpcId = string | number | null;

/** A request or a notification of JSON-RPC 2.0. A response of the client is a notification without a method. */
export interface RpcMessage {
  id: RpcId;
  method: string;
  params: Json;
}

/** The codes of JSON-RPC and of MCP that this server returns. */
const RPC_CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  resource_not_found: -32002,
  // Those of MCP Events.
  not_found: -32011,
  forbidden: -32012,
  resource_exhausted: -32013,
  unsupported: -32014,
  callback_endpoint_error: -32015,
  header_mismatch: -32020,
  unsupported_revision: -32022,
} as const;

export type RpcErrorName = keyof typeof RPC_CODES;

/** An error that the client receives as a JSON-RPC error with this HTTP status. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: Json | undefined;

  constructor(name: RpcErrorName, message: string, options: { status?: number; data?: Json } = {}) {
    super(message);
    this.name = 'RpcError';
    this.code = RPC_CODES[name];
    this.status = options.status ?? 400;
    this.data = options.data;
  }
}

/** Parse a message. Throws -32600 for anything that is no single JSON-RPC message: batches ended with 2025-06-18. */
export function parseMessage(value: unknown): RpcMessage {
  if (Array.isArray(value)) throw new RpcError('invalid_request', 'Batches are not supported. Send one message.');
  if (!isObject(value) || value.jsonrpc !== '2.0') {
    throw new RpcError('invalid_request', 'The body must be a JSON-RPC 2.0 message.');
  }
  const { id, method, params = {} } = value;
  if (method === undefined && ('result' in value || 'error' in value)) return { id: null, method: '', params: {} };
  if (typeof method !== 'string') throw new RpcError('invalid_request', 'The method must be a string.');
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') {
    throw new RpcError('invalid_request', 'The id must be a string or a number.');
  }
  if (!isObject(params)) throw new RpcError('invalid_params', 'The params must be an object.');
  return { id: id ?? null, method, params };
}

/** Return the id of a body that is no valid message, for the error. */
export function idOf(value: unknown): RpcId {
  const id = isObject(value) ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { httpReceiver } from '../../webhooks/delivery/receivers.ts';
import type { Json, TestResponse } from '../api-harness.ts';
import { send } from '../mcp-client.ts';
import type { Tenant } from '../tenants.ts';
import { newAgent } from './agents.ts';

export const EVENT_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

const PERMISSIONS = ['content:read', 'content:write', 'analytics:read', 'webhooks:read', 'webhooks:write'];

/** Create an agent key that may subscribe to events. */
export function newSubscriber(tenant: Pick<Tenant, 'token'>, fields: Json = {}) {
  return newAgent(tenant, {}, { permissions: PERMISSIONS, ...fields });
}

/** A receiver of MCP Events: `challenges` and `events` are the requests that it got. */
export interface EventReceiver {
  url: string;
  challenges: Call[];
  events: Call[];
}

type Call = { headers: Record<string, string>; body: string; json: Json };
type Answer = (response: ServerResponse, json: Json) => void;

const echo: Answer = (response, { challenge }) => response.end(JSON.stringify({ challenge }));

/** Start a receiver. By default it returns the challenge and accepts each event. */
export async function eventReceiver(
  onChallenge: Answer = echo,
  onEvent: Answer = (response) => response.writeHead(204).end(),
): Promise<EventReceiver> {
  const [challenges, events]: [Call[], Call[]] = [[], []];
  const { port } = await httpReceiver((request, response) => {
    const json = JSON.parse(request.body) as Json;
    const call = { headers: request.headers as Record<string, string>, body: request.body, json };
    const isChallenge = json.type === 'verification';
    (isChallenge ? challenges : events).push(call);
    (isChallenge ? onChallenge : onEvent)(response, json);
  });
  return { url: `http://127.0.0.1:${port}/events`, challenges, events };
}

/** The parameters of `events/subscribe`. */
export function subscription(url: string, fields: Json = {}, secret = EVENT_SECRET): Json {
  return {
    name: 'content.created',
    arguments: {},
    delivery: { mode: 'webhook', url, secret },
    cursor: null,
    ...fields,
  };
}

/** Subscribe, and return the result. */
export async function subscribe(token: string, url: string, fields: Json = {}, secret?: string) {
  const answer = await send(token, 'events/subscribe', subscription(url, fields, secret));
  expect(answer.json.error, answer.text).toBeUndefined();
  return answer.json.result as { id: string; refreshBefore: string; cursor: null; truncated: boolean };
}

/** The code and the data of the error of a response. */
export function rpcErrorOf({ json }: TestResponse): [unknown, unknown] {
  const error = json.error as Json | undefined;
  return [error?.code, error?.data];
}

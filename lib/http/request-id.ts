import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { makeId } from '../domain/id.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: the client's own `X-Request-Id` when it is well formed, a new one otherwise. */
export function requestIdOf(event: APIGatewayProxyEventV2): string {
  const sent = event.headers?.['x-request-id'];
  return sent && WELL_FORMED.test(sent) ? sent : makeId('request', Date.now(), randomBytes(10));
}

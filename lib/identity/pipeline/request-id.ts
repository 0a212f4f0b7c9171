import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { idEntropy } from '../../core/crypto/entropy.ts';
import { makeId } from '../../core/values/id.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** Return the id of a request: the `X-Request-Id` header if it is well formed, or a new id. */
export function requestIdOf(event: APIGatewayProxyEventV2): string {
  const header = event.headers?.['x-request-id'];
  return header && WELL_FORMED.test(header) ? header : makeId('request', Date.now(), idEntropy(10));
}

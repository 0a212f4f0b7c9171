import { isIP } from 'node:net';
import { sha256 } from '../../core/crypto/sha256.ts';
import type { GatewayEvent } from './request-context.ts';

/**
 * Return the IP address that a request comes from: the one that API Gateway saw, or the viewer's, which CloudFront states
 * in a header of a request that it passes on. The request then has the secret of the distribution, of which the stage of
 * the API has the hash as a variable. Every other header of a client is ignored.
 */
export function sourceAddressOf({ headers, requestContext, stageVariables }: GatewayEvent): string {
  const { 'x-origin-secret': secret, 'x-viewer-address': viewer = '' } = headers ?? {};
  const isFromCloudFront = secret !== undefined && sha256(secret) === stageVariables?.originSecretHash;
  return isFromCloudFront && isIP(viewer) !== 0 ? viewer : requestContext.http.sourceIp;
}

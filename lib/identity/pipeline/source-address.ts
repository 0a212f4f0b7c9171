import { isIP } from 'node:net';
import { sha256 } from '../../core/crypto/sha256.ts';
import type { GatewayEvent } from './request-context.ts';

/**
 * Return the IP address that a request comes from: the one that API Gateway saw, or the viewer's, which CloudFront states
 * in a header of a request that it passes on. The request then has the secret of the distribution; the stage of the API
 * has its hash as a variable. Every other header of a client is ignored.
 */
export function sourceAddressOf(event: GatewayEvent): string {
  const viewer = event.headers?.['x-viewer-address'] ?? '';
  return isFromCloudFront(event) && isIP(viewer) !== 0 ? viewer : event.requestContext.http.sourceIp;
}

/** Return whether CloudFront has passed a request on: the host that it names is then that of the dashboard. */
export function isFromCloudFront({ headers, stageVariables }: GatewayEvent): boolean {
  const secret = headers?.['x-origin-secret'];
  return secret !== undefined && sha256(secret) === stageVariables?.originSecretHash;
}

import type { Resource } from './template.ts';

interface PolicyConfig {
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: string };
    ReferrerPolicy: { ReferrerPolicy: string };
    StrictTransportSecurity: { AccessControlMaxAgeSec: number };
  };
  CorsConfig?: { AccessControlAllowOrigins: { Items: string[] } };
  CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
}

/**
 * Return the headers that a response headers policy of CloudFront adds to a response. `toLocal` replaces the origins in the
 * content security policy that are elsewhere here.
 */
export function readResponseHeaders(
  { properties }: Pick<Resource, 'properties'>,
  toLocal: (contentPolicy: string) => string,
): Record<string, string> {
  const {
    SecurityHeadersConfig: security,
    CorsConfig: cors,
    CustomHeadersConfig: custom,
  } = properties.ResponseHeadersPolicyConfig as PolicyConfig;
  return {
    'content-security-policy': toLocal(security.ContentSecurityPolicy.ContentSecurityPolicy),
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'x-content-type-options': 'nosniff',
    ...(cors && { 'access-control-allow-origin': cors.AccessControlAllowOrigins.Items.join() }),
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
}

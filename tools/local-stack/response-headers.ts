import type { Resource } from './template.ts';

interface PolicyConfig {
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: string };
    ReferrerPolicy: { ReferrerPolicy: string };
    StrictTransportSecurity: { AccessControlMaxAgeSec: number };
  };
  CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
}

/** Return the headers that a response headers policy of CloudFront adds to a response. */
export function readResponseHeaders({ properties }: Pick<Resource, 'properties'>): Record<string, string> {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
    properties.ResponseHeadersPolicyConfig as PolicyConfig;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
}

import { Duration, type Stack } from 'aws-cdk-lib';
import {
  HeadersReferrerPolicy,
  type ResponseHeadersCorsBehavior,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { DOCS_TOKEN_STYLES } from '../bundle/docs-page.ts';
import { hashOf } from '../core/http/html.ts';
import { mcpChallenge, REALM } from '../identity/rules/challenge.ts';

const NOTHING_ELSE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Return the content security policy of the dashboard. It sends files to the bucket of the media library and shows them
 * from there. Media of posts may also be images of other hosts.
 */
function appPolicy(mediaOrigin: string): string {
  return [
    NOTHING_ELSE,
    "script-src 'self'",
    "style-src 'self'",
    // The bucket is also named for the local service, whose one has no TLS.
    `img-src 'self' https: data: ${mediaOrigin}`,
    `media-src ${mediaOrigin}`,
    `connect-src 'self' ${mediaOrigin}`,
    "font-src 'self'",
    // With it, a browser installs the dashboard.
    "manifest-src 'self'",
    "form-action 'self'",
  ].join('; ');
}

// The renderer creates empty style elements and fills them by script: the policy requires the hash of those. It colors code by
// style attributes, whose hashes count with `unsafe-hashes` alone.
const DOCS_STYLES = ['', ...DOCS_TOKEN_STYLES]
  .map(hashOf)
  .map((hash) => `'${hash}'`)
  .join(' ');

/**
 * The policy of the documentation: its script runs a worker and contains images and fonts. The page has an origin of
 * its own, because the script is not that of this service: it neither has the session of a member nor reads the dashboard.
 * Pages that its links open have their own origin.
 */
const DOCS_POLICY = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads',
  NOTHING_ELSE,
  "script-src 'self'",
  `style-src 'self' 'unsafe-hashes' ${DOCS_STYLES}`,
  "connect-src 'self'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
  "form-action 'none'",
].join('; ');

const PERMISSIONS = {
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** The documentation reads the OpenAPI document as another site does, because its page has an origin of its own. */
const READABLE: ResponseHeadersCorsBehavior = {
  accessControlAllowCredentials: false,
  accessControlAllowHeaders: ['*'],
  accessControlAllowMethods: ['GET', 'HEAD'],
  accessControlAllowOrigins: ['*'],
  originOverride: true,
};

/**
 * Create the response headers of the dashboard and of the documentation, which CloudFront adds to every response. The
 * names have the region: they are unique in an account, which may have the stage in several regions. `media` is the bucket
 * that the dashboard uses by presigned URLs.
 */
export function siteHeaders(stack: Stack, media: IBucket): { app: ResponseHeadersPolicy; docs: ResponseHeadersPolicy } {
  const create = (
    id: string,
    contentSecurityPolicy: string,
    headers: Record<string, string>,
    cors?: ResponseHeadersCorsBehavior,
  ) =>
    new ResponseHeadersPolicy(stack, id, {
      responseHeadersPolicyName: `${stack.stackName}-${stack.region}-${id}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(headers).map(([header, value]) => ({ header, value, override: true })),
      },
      ...(cors && { corsBehavior: cors }),
    });
  // As `objectUrl` in `lib/core/aws/s3.ts` does.
  const appPolicyText = appPolicy(`https://${media.bucketName}.s3.${stack.region}.amazonaws.com`);
  const app = create('AppHeaders', appPolicyText, { ...PERMISSIONS, 'cross-origin-opener-policy': 'same-origin' });
  return { app, docs: create('DocsHeaders', DOCS_POLICY, PERMISSIONS, READABLE) };
}

/**
 * Create the challenge of the MCP server for a dashboard with a domain of its own. API Gateway may rename that of the function
 * ("Amazon API Gateway important notes"), and clients without the fallback of RFC 9728 then find no authorization. CloudFront
 * adds it to a response that has none: also to a success, where it has no meaning.
 */
export function mcpHeaders(stack: Stack, domain: string): ResponseHeadersPolicy {
  const value = `Bearer realm="${REALM}", ${mcpChallenge(`https://${domain}`)}`;
  return new ResponseHeadersPolicy(stack, 'McpHeaders', {
    responseHeadersPolicyName: `${stack.stackName}-${stack.region}-McpHeaders`,
    customHeadersBehavior: { customHeaders: [{ header: 'www-authenticate', value, override: false }] },
  });
}

import { Duration, type Stack } from 'aws-cdk-lib';
import { HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { DOCS_STYLE } from '../bundle/docs-page.ts';
import { hashOf } from '../core/http/html.ts';

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
    "form-action 'self'",
  ].join('; ');
}

// The renderer creates empty style elements and fills them by script: the policy requires the hash of those.
const DOCS_STYLES = [hashOf(''), hashOf(DOCS_STYLE)].map((hash) => `'${hash}'`).join(' ');

/** The policy of the documentation page: its script runs a worker and contains images and fonts. */
const DOCS_POLICY = [
  NOTHING_ELSE,
  "script-src 'self'",
  `style-src ${DOCS_STYLES}`,
  "connect-src 'self'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
  "form-action 'none'",
].join('; ');

const PERMISSIONS_POLICY = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/**
 * Create the response headers of the dashboard and of the documentation, which CloudFront adds to every response. The
 * names have the region: they are unique in an account, which may have the stage in several regions. `media` is the bucket
 * that the dashboard uses by presigned URLs.
 */
export function siteHeaders(stack: Stack, media: IBucket): { app: ResponseHeadersPolicy; docs: ResponseHeadersPolicy } {
  const create = (id: string, contentSecurityPolicy: string) =>
    new ResponseHeadersPolicy(stack, id, {
      responseHeadersPolicyName: `${stack.stackName}-${stack.region}-${id}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: 'permissions-policy', value: PERMISSIONS_POLICY, override: true }],
      },
    });
  // As `objectUrl` in `lib/core/aws/s3.ts` does.
  const app = create('AppHeaders', appPolicy(`https://${media.bucketName}.s3.${stack.region}.amazonaws.com`));
  return { app, docs: create('DocsHeaders', DOCS_POLICY) };
}

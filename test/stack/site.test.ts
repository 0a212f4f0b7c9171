import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCS_TOKEN_STYLES } from '../../lib/bundle/docs-page.ts';
import { hashOf } from '../../lib/core/http/html.ts';
import { API_VIEWER_REQUEST } from '../../lib/stack/api-viewer-request.ts';
import { sitePaths } from '../../lib/stack/site-paths.ts';
import { list, type Statement } from './statements.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

const DOMAIN = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/0a1b',
};

/** CloudFront's own policies (Developer Guide, "Use managed cache policies" and "… origin request policies"). */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  ViewerProtocolPolicy: string;
  AllowedMethods: string[];
  CachePolicyId: string;
  OriginRequestPolicyId?: string;
  Compress: boolean;
  ResponseHeadersPolicyId: { Ref: string };
  FunctionAssociations: { EventType: string; FunctionARN: { 'Fn::GetAtt': [string, string] } }[];
}

interface Distribution {
  CustomErrorResponses: Record<string, unknown>[];
  HttpVersion: string;
  PriceClass: string;
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  Origins: Record<string, unknown>[];
}

let production: Synthesized;

beforeAll(() => {
  production = synthesized('production');
});

function distributionOf({ ofType }: Synthesized): Distribution {
  const [found] = ofType('AWS::CloudFront::Distribution');
  return found!.Properties.DistributionConfig as Distribution;
}

const originOf = ({ Origins }: Distribution, { TargetOriginId }: Behavior) =>
  Origins.find(({ Id }) => Id === TargetOriginId)!;

describe('the bucket of the site', () => {
  const bucketOf = ({ resources }: Synthesized) =>
    Object.entries(resources).find(([id, { Type }]) => Type === 'AWS::S3::Bucket' && id.startsWith('SiteFiles'))!;

  it('is encrypted and blocks all public access', () => {
    const [, { Properties }] = bucketOf(production);
    expect(Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(Properties).toHaveProperty('BucketEncryption.ServerSideEncryptionConfiguration');
    expect(Properties).not.toHaveProperty('WebsiteConfiguration');
  });

  it('allows only this distribution to read objects, and denies every request without TLS', () => {
    const [id] = bucketOf(production);
    const policy = production
      .ofType('AWS::S3::BucketPolicy')
      .find(({ Properties }) => (Properties.Bucket as { Ref: string }).Ref === id)!;
    const { Statement } = policy.Properties.PolicyDocument as { Statement: (Statement & { Principal: object })[] };
    const allowed = Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({ Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } });
    expect(JSON.stringify(allowed[0]!.Condition)).toMatch(/AWS:SourceArn.*:distribution\/.*"Ref":"Site[0-9A-F]{8}"/);
    const denied = Statement.filter(({ Effect }) => Effect === 'Deny');
    expect(denied).toMatchObject([{ Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }]);
  });
});

describe('the distribution', () => {
  it('uses HTTP/2 and HTTP/3 and the cheapest price class', () => {
    expect(distributionOf(production)).toMatchObject({ HttpVersion: 'http2and3', PriceClass: 'PriceClass_100' });
  });

  it('reads the dashboard and the documentation from the bucket, signed, compressed and cached', () => {
    const distribution = distributionOf(production);
    const patterns = distribution.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns).toEqual(['/app', '/app/*', '/docs', '/docs/*', '/llms.txt', '/connect.js']);
    for (const behavior of distribution.CacheBehaviors) {
      expect(behavior).toMatchObject({
        AllowedMethods: ['GET', 'HEAD'],
        CachePolicyId: CACHING_OPTIMIZED,
        Compress: true,
        ViewerProtocolPolicy: 'redirect-to-https',
      });
      const origin = originOf(distribution, behavior);
      expect(origin.S3OriginConfig).toEqual({ OriginAccessIdentity: '' });
      expect(origin.OriginAccessControlId).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^SiteAccess/), 'Id'] });
    }
    const [control] = production.ofType('AWS::CloudFront::OriginAccessControl');
    expect(control!.Properties.OriginAccessControlConfig).toMatchObject({ SigningBehavior: 'always' });
  });

  it('passes every other request to the API over TLS 1.2, with all methods and headers, and caches nothing', () => {
    const distribution = distributionOf(production);
    const behavior = distribution.DefaultCacheBehavior;
    expect(behavior).toMatchObject({
      CachePolicyId: CACHING_DISABLED,
      OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
      ViewerProtocolPolicy: 'https-only',
    });
    expect([...behavior.AllowedMethods].sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
    expect(behavior).not.toHaveProperty('ResponseHeadersPolicyId');
    expect(originOf(distribution, behavior)).toMatchObject({
      DomainName: {
        'Fn::Join': ['', [{ Ref: 'Api' }, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
      },
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
  });

  it('caches no error, and passes each on with its own body', () => {
    const { CustomErrorResponses } = distributionOf(production);
    const codes = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    expect(CustomErrorResponses).toEqual(codes.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });

  it('sends the API a secret, which the template does not have, and the address of the viewer', () => {
    const distribution = distributionOf(production);
    const { DefaultCacheBehavior: behavior, CacheBehaviors } = distribution;
    expect(originOf(distribution, behavior).OriginCustomHeaders).toEqual([
      { HeaderName: 'x-origin-secret', HeaderValue: { 'Fn::GetAtt': ['OriginSecret', 'Secret'] } },
    ]);
    expect(production.resources.OriginSecret).toMatchObject({
      Type: 'Custom::OriginSecret',
      Properties: { ServiceToken: { 'Fn::GetAtt': [expect.stringMatching(/^OnSiteChange/), 'Arn'] } },
    });
    const codeOf = (each: Behavior) => {
      const [{ FunctionARN, EventType } = {} as never] = each.FunctionAssociations;
      expect(EventType).toBe('viewer-request');
      return production.resources[FunctionARN['Fn::GetAtt'][0]!]!.Properties.FunctionCode;
    };
    expect(codeOf(behavior)).toBe(API_VIEWER_REQUEST);
    for (const each of CacheBehaviors) {
      expect(originOf(distribution, each)).not.toHaveProperty('OriginCustomHeaders');
      expect(codeOf(each)).toBe(sitePaths(null));
    }
  });

  it('passes requests to the custom domain of the stage, so that the API sees the URL that platforms know', () => {
    const distribution = distributionOf(synthesized('production', { customDomain: DOMAIN }));
    expect(originOf(distribution, distribution.DefaultCacheBehavior)).toMatchObject({ DomainName: 'api.example.com' });
  });

  it('is named in the output DashboardUrl, the stage of the API and the function that sends emails', () => {
    const { service, ofType } = synthesized('production', { emailSender: 'team@example.com' });
    const domain = { 'Fn::GetAtt': [expect.stringMatching(/^Site[0-9A-F]{8}$/), 'DomainName'] };
    expect(service.Outputs.DashboardUrl!.Value).toEqual({ 'Fn::Join': ['', ['https://', domain, '/app/']] });
    expect(ofType('AWS::ApiGatewayV2::Stage')[0]!.Properties.StageVariables).toEqual({
      dashboardDomain: domain,
      originSecretHash: { 'Fn::GetAtt': ['OriginSecret', 'Hash'] },
    });
    const named = ofType('AWS::Lambda::Function').filter(({ Properties }) => {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      return Variables.DASHBOARD_DOMAIN !== undefined;
    });
    expect(named.map(({ Metadata }) => Metadata?.Function)).toEqual(['on-email-queued']);
  });

  it('gets its files after the API of the same deployment', () => {
    const [upload] = production.ofType('Custom::SiteFiles');
    expect(list(upload!.DependsOn ?? []).some((id) => id.startsWith('ApiStage'))).toBe(true);
  });
});

describe('a stage without a dashboard', () => {
  it('has no distribution, no bucket of files and no function that uploads them, and the API has its own domain', () => {
    const { service, ofType, resources } = synthesized('production', { dashboard: false });
    const types = Object.values(resources).map(({ Type }) => Type);
    expect(types.filter((type) => /CloudFront|Custom::/.test(type))).toEqual([]);
    expect(Object.keys(resources).filter((id) => /^(Site|OnSiteChange|OriginSecret)/.test(id))).toEqual([]);
    expect(service.Outputs).not.toHaveProperty('DashboardUrl');
    expect(ofType('AWS::ApiGatewayV2::Stage')[0]!.Properties.StageVariables).toEqual({
      dashboardDomain: {
        'Fn::Join': ['', [{ Ref: 'Api' }, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
      },
    });
  });

  it('sends no email, because emails link to the dashboard', () => {
    const settings = { dashboard: false, emailSender: 'team@example.com' };
    expect(() => synthesized('production', settings)).toThrow('Setting emailSender: emails link to the dashboard');
  });
});

describe('the response headers', () => {
  function headersConfig(path: string): Record<string, unknown> {
    const { CacheBehaviors } = distributionOf(production);
    const { ResponseHeadersPolicyId } = CacheBehaviors.find(({ PathPattern }) => PathPattern === path)!;
    const { Properties } = production.resources[ResponseHeadersPolicyId.Ref]!;
    return Properties.ResponseHeadersPolicyConfig as Record<string, unknown>;
  }

  function securityHeaders(path: string): Record<string, Record<string, unknown>> {
    return headersConfig(path).SecurityHeadersConfig as Record<string, Record<string, unknown>>;
  }

  /** The text of a policy, with `bucket` and `region` for those of the media library. */
  function resolved(value: unknown): string {
    if (typeof value === 'string') return value;
    const { 'Fn::Join': join, Ref: ref = '' } = value as { 'Fn::Join'?: [string, unknown[]]; Ref?: string };
    if (join) return join[1].map(resolved).join(join[0]);
    expect(ref).toMatch(/^(Media[0-9A-F]{8}|AWS::Region)$/);
    return ref === 'AWS::Region' ? 'region' : 'bucket';
  }

  function contentPolicy(path: string): Record<string, string> {
    const { ContentSecurityPolicy: value } = securityHeaders(path).ContentSecurityPolicy as Record<string, unknown>;
    const text = resolved(value);
    return Object.fromEntries(text.split('; ').map((each) => [each.split(' ')[0]!, each.slice(each.indexOf(' ') + 1)]));
  }

  it.each(['/app', '/app/*', '/docs', '/docs/*', '/llms.txt', '/connect.js'])(
    'of %s allow no inline script, no frame and no script or document of another origin',
    (path) => {
      const policy = contentPolicy(path);
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      // The documentation colors code by style attributes; the next test says which.
      const { 'style-src': styles, ...others } = policy;
      expect(JSON.stringify(others)).not.toMatch(/unsafe|\*|http:/);
      expect(styles).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:/);
      if (path.startsWith('/app')) expect(styles).toBe("'self'");
    },
  );

  it('of the documentation allow style attributes that color a word, and no others', () => {
    const hashes = contentPolicy('/docs/*')['style-src']!.split(' ');
    const colors = DOCS_TOKEN_STYLES.map((style) => `'${hashOf(style)}'`);
    expect(DOCS_TOKEN_STYLES.filter((style) => !/^color: var\(--code-block-tokens-[a-z-]+\)$/.test(style))).toEqual([]);
    expect(hashes).toEqual(["'self'", "'unsafe-hashes'", `'${hashOf('')}'`, ...colors]);
  });

  it('of the documentation give it an origin of its own, which the session of a member does not belong to', () => {
    expect(contentPolicy('/docs/*').sandbox).toBe(
      'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads',
    );
    // With that origin, the page reads the OpenAPI document as another site does.
    expect(headersConfig('/docs/*').CorsConfig).toMatchObject({
      AccessControlAllowCredentials: false,
      AccessControlAllowOrigins: { Items: ['*'] },
      AccessControlAllowMethods: { Items: ['GET', 'HEAD'] },
    });
  });

  it('of the dashboard keep its window apart from those of other sites', () => {
    const { Items } = headersConfig('/app/*').CustomHeadersConfig as { Items: object[] };
    expect(Items).toContainEqual({ Header: 'cross-origin-opener-policy', Value: 'same-origin', Override: true });
    expect(contentPolicy('/app/*')).not.toHaveProperty('sandbox');
  });

  it('of the documentation allow no request to another origin', () => {
    expect(contentPolicy('/docs/*')).toMatchObject({ 'connect-src': "'self'" });
  });

  it('of the dashboard allow its own styles, requests to the media bucket and its videos, and images of other hosts', () => {
    expect(contentPolicy('/app/*')).toMatchObject({
      'style-src': "'self'",
      'img-src': "'self' https: data: https://bucket.s3.region.amazonaws.com",
      'media-src': 'https://bucket.s3.region.amazonaws.com',
      'connect-src': "'self' https://bucket.s3.region.amazonaws.com",
      'manifest-src': "'self'",
      'form-action': "'self'",
    });
  });

  it.each(['/app/*', '/docs/*'])('of %s require TLS for a year, and send no referrer', (path) => {
    expect(securityHeaders(path)).toMatchObject({
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
    });
  });
});

describe('the paths of the site', () => {
  const handler = runInNewContext(`${sitePaths(null)};handler`) as (event: object) => Record<string, unknown>;
  const handle = (uri: string) => handler({ request: { uri } });

  it.each(['/app', '/docs', '/docs/agents', '/docs/connect/twitter', '/docs/reference'])(
    '%s redirects to its folder',
    (uri) => {
      const { statusCode, headers } = handle(uri) as { statusCode: number; headers: object };
      expect([statusCode, headers]).toEqual([308, { location: { value: `${uri}/` } }]);
    },
  );

  it.each([
    ['/app/', '/app/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/agents/', '/docs/agents/index.html'],
    ['/docs/reference/', '/docs/reference/index.html'],
    ['/docs/index.html', '/docs/index.html'],
    ['/app/assets/main-0a1b.js', '/app/assets/main-0a1b.js'],
    ['/app/icons/icon-192.png', '/app/icons/icon-192.png'],
    ['/app/manifest.webmanifest', '/app/manifest.webmanifest'],
    ['/docs/openapi.json', '/docs/openapi.json'],
    ['/docs/agents.md', '/docs/agents.md'],
    ['/docs/llms-full.txt', '/docs/llms-full.txt'],
    ['/llms.txt', '/llms.txt'],
    ['/connect.js', '/connect.js'],
  ])('%s reads %s', (uri, read) => {
    expect(handle(uri)).toEqual({ uri: read });
  });

  it.each(['/docs/nothing', '/docs/real-servers.md', '/docs/agents/nothing', '/app/posts', '/docs/%2e%2e/app/'])(
    '%s is a page with the status 404, which needs no header of the distribution',
    (uri) => {
      const { statusCode, headers, body } = handle(uri) as {
        statusCode: number;
        headers: Record<string, object>;
        body: object;
      };
      expect([statusCode, headers['content-type']]).toEqual([404, { value: 'text/html; charset=utf-8' }]);
      expect(headers['content-security-policy']).toEqual({ value: expect.stringMatching(/^default-src 'none'; /) });
      expect(body).toEqual({ encoding: 'text', data: expect.stringContaining('<h1>This page does not exist</h1>') });
    },
  );

  it('are a function within the 10 KB that CloudFront permits', () => {
    expect(Buffer.byteLength(sitePaths('a'.repeat(253)))).toBeLessThan(10_240);
  });
});

describe('a request to the API', () => {
  const handler = runInNewContext(`${API_VIEWER_REQUEST};handler`) as (event: object) => Record<string, unknown>;
  const answer = (uri: string, headers: object = {}) =>
    handler({ viewer: { ip: '203.0.113.9' }, request: { method: 'GET', uri, headers } });

  it('has the address of the viewer in place of one that the viewer has sent', () => {
    const headers = { host: { value: 'd1.cloudfront.net' }, 'x-viewer-address': { value: '192.0.2.1' } };
    expect(answer('/v1/auth/sign-in', headers)).toEqual({
      method: 'GET',
      uri: '/v1/auth/sign-in',
      headers: { ...headers, 'x-viewer-address': { value: '203.0.113.9' } },
    });
  });

  it.each([
    '/v1/review',
    '/v1/review/',
    '/v1/sandbox/posts/sbp_1',
    '/v1/%72eview',
    '//v1//review',
    '/v1%2Freview',
    '/v1/%',
  ])('for %s is rejected at the origin of the dashboard', (uri) => {
    expect(answer(uri)).toEqual({ statusCode: 404, statusDescription: 'Not Found' });
  });

  it.each([
    '/v1/connect/start',
    '/v1/connect/callback',
    '/v1/connect/select',
    '/v1/content/con_1/review-links',
    '/v1/reviews',
    '/v1/accounts/a%20b',
  ])('for %s reaches the API', (uri) => {
    expect(answer(uri)).toMatchObject({ uri });
  });
});

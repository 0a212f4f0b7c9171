import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { sitePaths } from '../../lib/stack/site-paths.ts';
import { stage } from '../../lib/stack/stages.ts';
import { synthesized } from './synthesized.ts';

const certificateArn = 'arn:aws:acm:us-east-1:111111111111:certificate/0a1b';
const DOMAIN = { domainName: 'app.example.com', certificateArn };

describe('a domain of the dashboard', () => {
  const { service, ofType } = synthesized('production', { dashboardDomain: DOMAIN, emailSender: 'team@example.com' });

  it('is an alternate domain of the distribution, with its certificate and TLS 1.2 or later', () => {
    const [distribution] = ofType('AWS::CloudFront::Distribution');
    expect(distribution!.Properties.DistributionConfig).toMatchObject({
      Aliases: ['app.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
  });

  it('is that of passkeys, OAuth metadata and links of the API, of links in emails and of the printed URL', () => {
    const { StageVariables } = ofType('AWS::ApiGatewayV2::Stage')[0]!.Properties;
    expect(StageVariables).toMatchObject({ dashboardDomain: 'app.example.com' });
    const domains = ofType('AWS::Lambda::Function').flatMap(({ Properties }) => {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      return Variables.DASHBOARD_DOMAIN ?? [];
    });
    expect(domains).toEqual(['app.example.com']);
    expect(service.Outputs.DashboardUrl!.Value).toBe('https://app.example.com/app/');
  });

  it('has a DNS record that leads to the distribution', () => {
    expect(service.Outputs.DashboardTarget!.Value).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^Site[0-9A-F]{8}$/), 'DomainName'],
    });
    expect(synthesized('production').service.Outputs).not.toHaveProperty('DashboardTarget');
  });

  it('has the challenge of the MCP server, unless the response of the API has one', () => {
    const { DistributionConfig } = ofType('AWS::CloudFront::Distribution')[0]!.Properties;
    const { CacheBehaviors } = DistributionConfig as {
      CacheBehaviors: { PathPattern: string; AllowedMethods: string[]; ResponseHeadersPolicyId: { Ref: string } }[];
    };
    const behavior = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/mcp')!;
    const { AllowedMethods, ResponseHeadersPolicyId } = behavior;
    expect(AllowedMethods).toContain('POST');
    const { ResponseHeadersPolicyConfig } = service.Resources[ResponseHeadersPolicyId.Ref]!.Properties;
    expect(ResponseHeadersPolicyConfig).toMatchObject({
      CustomHeadersConfig: {
        Items: [
          {
            Header: 'www-authenticate',
            Override: false,
            Value: expect.stringMatching(
              /^Bearer realm="content-intelligence", resource_metadata="https:\/\/app\.example\.com\/\.well-known\/oauth-protected-resource\/mcp", scope="content:read /,
            ),
          },
        ],
      },
    });
  });

  it('is where pages at the domain of CloudFront redirect to', () => {
    const [code] = ofType('AWS::CloudFront::Function')
      .map(({ Properties }) => String(Properties.FunctionCode))
      .filter((each) => each.includes('FOLDERS'));
    expect(code).toBe(sitePaths('app.example.com'));
    const handler = runInNewContext(`${code};handler`) as (event: object) => object;
    const requestAt = (host: string) => handler({ request: { uri: '/app/', headers: { host: { value: host } } } });
    expect(requestAt('d1.cloudfront.net')).toMatchObject({
      statusCode: 308,
      headers: { location: { value: 'https://app.example.com/app/' } },
    });
    expect(requestAt('app.example.com')).toMatchObject({ uri: '/app/index.html' });
  });

  it.each([
    [{ certificateArn: certificateArn.replace('us-east-1', 'eu-central-1') }, {}, 'a certificate in us-east-1'],
    [{}, { dashboard: false }, 'this stage has no dashboard'],
    [{}, { customDomain: DOMAIN }, 'not the domain of the API (customDomain)'],
  ])('is rejected with %j and %j', (changed, settings, message) => {
    const dashboardDomain = { ...DOMAIN, ...changed };
    expect(() => stage('development', 3000, { dashboardDomain, ...settings })).toThrow(message);
  });
});

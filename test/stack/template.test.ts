import { beforeAll, describe, expect, it } from 'vitest';
import { stage } from '../../lib/stack/stages.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

const DOMAIN = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/0a1b',
};

let development: Synthesized;
let production: Synthesized;
let settled: Synthesized;

beforeAll(() => {
  development = synthesized('development');
  production = synthesized('production');
  settled = synthesized('production', {
    alarmEmail: 'oncall@example.com',
    customDomain: DOMAIN,
    publishConcurrency: { ...stage('development').publishConcurrency, twitter: 10, linkedin: 5 },
    slowPublishConcurrency: null,
    latenessLimitSeconds: 1800,
    webhookPlan: 'standard',
  });
});

const publishFunction = ({ ofType }: Synthesized, platform: string) =>
  ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.Function === `on-publish-due/${platform}`)!;

describe('the templates', () => {
  it.each([
    ['an AWS key', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
    ['a webhook secret', /whsec_/],
    ['a private key', /PRIVATE KEY/],
    ['a bearer token', /bearer\s+[a-z0-9_-]{8,}/i],
    ['a dynamic reference to a secret', /\{\{resolve:/],
  ])('contain nothing that looks like %s', (_what, pattern) => {
    const found = [development, production, settled].flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
    expect(found).toEqual([]);
  });

  it('contain no long random text except hashes of assets and styles and names of resources and exports', () => {
    for (const { text, resources, data } of [development, production, settled]) {
      const words = new Set(text.match(/[A-Za-z0-9+_-]{40,}/g));
      const unknown = [...words].filter(
        (word) => !/^([0-9a-f]{64}$|sha256-)/.test(word) && !resources[word] && !data.Outputs[word],
      );
      expect(
        unknown.filter((word) => /[0-9]/.test(word) && !/^ContentIntelligence(Data)?-?(dev|prod)/.test(word)),
      ).toEqual([]);
    }
  });

  it('give functions no variable that is named like a secret', () => {
    for (const { Properties } of production.ofType('AWS::Lambda::Function')) {
      const { Variables } = Properties.Environment as { Variables: object };
      for (const name of Object.keys(Variables)) expect(name).not.toMatch(/SECRET|TOKEN|PASSWORD|KEY/);
    }
  });

  it('retain the table, the key, the dead letters, the media library and the logs of production when a stack is deleted, and nothing of development', () => {
    const retained = ({ resources }: Synthesized) =>
      Object.values(resources).flatMap(({ Type, DeletionPolicy }) =>
        DeletionPolicy === 'RetainExceptOnCreate' ? [Type] : [],
      );
    expect(new Set(retained(production))).toEqual(
      new Set(['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::Logs::LogGroup', 'AWS::S3::Bucket']),
    );
    expect(retained(production)).toHaveLength(4 + production.ofType('AWS::Logs::LogGroup').length);
    expect(retained(development)).toEqual([]);
  });

  it('set the log retention of the stage on the three log groups: endpoints, workers and API Gateway', () => {
    const days = (stack: Synthesized) =>
      new Set(stack.ofType('AWS::Logs::LogGroup').map(({ Properties }) => Properties.RetentionInDays));
    expect(days(production)).toEqual(new Set([90]));
    expect(days(development)).toEqual(new Set([7]));
    expect(production.ofType('AWS::Logs::LogGroup')).toHaveLength(3);
  });

  it('reserve the publish concurrency of the stage, and limit the queues to it', () => {
    const cap = (stack: Synthesized, platform: string) =>
      publishFunction(stack, platform).Properties.ReservedConcurrentExecutions;
    expect(['instagram', 'twitter', 'linkedin'].map((each) => cap(settled, each))).toEqual([undefined, 10, 5]);
    expect(cap(development, 'twitter')).toBeUndefined();
    // Media and steps have 10 each, the slow delivery lane and metric polling 50 each, the fast lane 100.
    expect(maxConcurrencies(settled)).toEqual([5, 10, 10, 10, 50, 50, 100]);
  });

  it('reserve a concurrency for schedules that publishing does not use', () => {
    const reserved = (stack: Synthesized) =>
      stack.ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.Function === 'on-publish-scheduled')!
        .Properties.ReservedConcurrentExecutions;
    expect(reserved(production)).toBe(40);
    expect(reserved(development)).toBeUndefined();
  });

  it('limit no queue in development, where two pollers are cheaper, and that of emails wherever there are any', () => {
    expect(maxConcurrencies(development)).toEqual([]);
    expect(maxConcurrencies(synthesized('development', { emailSender: 'no-reply@example.com' }))).toEqual([2]);
    const lanes = development
      .ofType('AWS::Lambda::Function')
      .filter(({ Metadata }) => Metadata?.Function?.startsWith('on-delivery-queued'));
    expect(lanes).toHaveLength(2);
    for (const { Properties } of lanes) expect(Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('limit the DNS lookup of a webhook endpoint to two seconds', () => {
    for (const { Properties, Metadata } of development.ofType('AWS::Lambda::Function')) {
      if (!Metadata?.Function?.startsWith('on-delivery-queued')) continue;
      const { Variables } = Properties.Environment as { Variables: Record<string, string> };
      expect(Variables.RES_OPTIONS).toBe('timeout:1 attempts:2');
    }
  });

  it('pass overridden settings to the functions', () => {
    const { Variables } = publishFunction(settled, 'twitter').Properties.Environment as {
      Variables: { SETTINGS: string };
    };
    expect(JSON.parse(Variables.SETTINGS)).toMatchObject({
      latenessLimitSeconds: 1800,
      webhookPlan: 'standard',
    });
  });

  it('log the id, source address, status and latency of each request, and nothing that can contain a token or a query', () => {
    const { Properties } = production.ofType('AWS::ApiGatewayV2::Stage')[0]!;
    const { Format } = (Properties as { AccessLogSettings: { Format: string } }).AccessLogSettings;
    const line: Record<string, string> = JSON.parse(Format);
    const values = Object.values(line);
    for (const needed of ['requestId', 'status', 'responseLatency', 'routeKey', 'identity.sourceIp']) {
      expect(values).toContain(`$context.${needed}`);
    }
    const others = values.filter((value) => value !== '$context.identity.sourceIp');
    for (const value of others) expect(value).not.toMatch(/path|query|header|authorizer|identity/i);
  });
});

/** The maximum concurrency of the event sources that have one. */
function maxConcurrencies(stack: Synthesized): number[] {
  return stack
    .ofType('AWS::Lambda::EventSourceMapping')
    .flatMap(({ Properties }) => (Properties.ScalingConfig as { MaximumConcurrency: number }) ?? [])
    .map(({ MaximumConcurrency }) => MaximumConcurrency)
    .sort((one, other) => one - other);
}

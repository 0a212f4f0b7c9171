import { beforeAll, describe, expect, it } from 'vitest';
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
    alarmEmail: 'night@example.com',
    customDomain: DOMAIN,
    publishConcurrency: { instagram: null, twitter: 10, linkedin: 5 },
    latenessLimitSeconds: 1800,
    webhookPlan: 'standard',
  });
});

const publishFunction = ({ ofType }: Synthesized, platform: string) =>
  ofType('AWS::Lambda::Function').find(
    ({ Metadata }) => Metadata?.Function === `on-publish-due/${platform}`,
  )!;

describe('the template', () => {
  it.each([
    ['an AWS key', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
    ['a webhook secret', /whsec_/],
    ['a private key', /PRIVATE KEY/],
    ['a bearer token', /bearer\s+[a-z0-9_-]{8,}/i],
    ['a dynamic reference to a secret', /\{\{resolve:/],
  ])('holds nothing that looks like %s', (_what, pattern) => {
    const found = [development, production, settled].flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
    expect(found).toEqual([]);
  });

  it('holds no text that is long and random: what is, is the hash of an asset or the name of a resource', () => {
    for (const { text, resources } of [development, production, settled]) {
      const words = new Set(text.match(/[A-Za-z0-9+_-]{40,}/g));
      const unknown = [...words].filter((word) => !/^[0-9a-f]{64}$/.test(word) && !resources[word]);
      expect(
        unknown.filter((word) => /[0-9]/.test(word) && !/^ContentIntelligence-?(dev|prod)/.test(word)),
      ).toEqual([]);
    }
  });

  it('gives functions no variable that is named like a secret', () => {
    for (const { Properties } of production.ofType('AWS::Lambda::Function')) {
      const { Variables } = Properties.Environment as { Variables: object };
      for (const name of Object.keys(Variables)) expect(name).not.toMatch(/SECRET|TOKEN|PASSWORD|KEY/);
    }
  });

  it('keeps the table, its key and the logs of production when the stack goes, and nothing of development', () => {
    const kept = ({ resources }: Synthesized) =>
      Object.values(resources).flatMap(({ Type, DeletionPolicy }) =>
        DeletionPolicy === 'Retain' ? [Type] : [],
      );
    expect(new Set(kept(production))).toEqual(
      new Set(['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::Logs::LogGroup']),
    );
    expect(kept(production)).toHaveLength(2 + production.ofType('AWS::Logs::LogGroup').length);
    expect(kept(development)).toEqual([]);
  });

  it('has every log end after the days the stage says', () => {
    const days = (stack: Synthesized) =>
      new Set(stack.ofType('AWS::Logs::LogGroup').map(({ Properties }) => Properties.RetentionInDays));
    expect(days(production)).toEqual(new Set([90]));
    expect(days(development)).toEqual(new Set([7]));
    expect(production.ofType('AWS::Logs::LogGroup')).toHaveLength(
      production.ofType('AWS::Lambda::Function').length + 1,
    );
  });

  it('caps the publish functions that the stage caps, and their queues below that', () => {
    const cap = (stack: Synthesized, platform: string) =>
      publishFunction(stack, platform).Properties.ReservedConcurrentExecutions;
    expect(['instagram', 'twitter', 'linkedin'].map((each) => cap(settled, each))).toEqual([
      undefined,
      10,
      5,
    ]);
    expect(cap(development, 'twitter')).toBeUndefined();
    // And 50 of the slow lane, and of reading.
    expect(mostAtOnce(settled)).toEqual([4, 8, 50, 50]);
  });

  it('caps the workers of the slow lane in every stage, and reserves nothing for them', () => {
    expect(mostAtOnce(development)).toEqual([10, 10]);
    const lanes = development
      .ofType('AWS::Lambda::Function')
      .filter(({ Metadata }) => Metadata?.Function?.startsWith('on-delivery-queued'));
    expect(lanes).toHaveLength(2);
    for (const { Properties } of lanes) expect(Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('lets no silent name server hold a lookup of a receiver for longer than two seconds', () => {
    for (const { Properties, Metadata } of development.ofType('AWS::Lambda::Function')) {
      if (!Metadata?.Function?.startsWith('on-delivery-queued')) continue;
      const { Variables } = Properties.Environment as { Variables: Record<string, string> };
      expect(Variables.RES_OPTIONS).toBe('timeout:1 attempts:2');
    }
  });

  it('tells functions the settings that were asked for', () => {
    const { Variables } = publishFunction(settled, 'twitter').Properties.Environment as {
      Variables: { SETTINGS: string };
    };
    expect(JSON.parse(Variables.SETTINGS)).toMatchObject({
      latenessLimitSeconds: 1800,
      webhookPlan: 'standard',
    });
  });

  it('closes the address AWS gives when the stage has a domain of its own, and only then', () => {
    const closed = (stack: Synthesized) => stack.ofType('AWS::ApiGatewayV2::Api')[0]!.Properties;
    expect(closed(settled)).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(closed(production).DisableExecuteApiEndpoint).toBeFalsy();
    expect(settled.ofType('AWS::ApiGatewayV2::DomainName')[0]!.Properties).toMatchObject({
      DomainName: DOMAIN.domainName,
    });
    expect(settled.ofType('AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
    expect(JSON.parse(settled.text).Outputs.BaseUrl.Value).toBeDefined();
  });

  it('logs each request with its id, status and latency, and nothing that can hold a token or a query', () => {
    const { Properties } = production.ofType('AWS::ApiGatewayV2::Stage')[0]!;
    const { Format } = (Properties as { AccessLogSettings: { Format: string } }).AccessLogSettings;
    const line: Record<string, string> = JSON.parse(Format);
    const values = Object.values(line);
    for (const needed of ['requestId', 'status', 'responseLatency', 'routeKey']) {
      expect(values).toContain(`$context.${needed}`);
    }
    for (const value of values) expect(value).not.toMatch(/path|query|header|authorizer|identity/i);
  });
});

/** The caps of the event sources that have one. */
function mostAtOnce(stack: Synthesized): number[] {
  return stack
    .ofType('AWS::Lambda::EventSourceMapping')
    .flatMap(({ Properties }) => (Properties.ScalingConfig as { MaximumConcurrency: number }) ?? [])
    .map(({ MaximumConcurrency }) => MaximumConcurrency)
    .sort((one, other) => one - other);
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultRequestsPerMinute, findStageKind, readStage } from '../../lib/stack/stage-file.ts';
import { namedStage, stage } from '../../lib/stack/stages.ts';
import { policyLengths } from './deployed-policies.ts';
import { type StackTemplate, type Synthesized, synthesized } from './synthesized.ts';

const LONGEST_NAME = 'production-eu-west-cells';
const LONGEST_REGION = 'ap-southeast-1';

/** Return a stage of the kind production with a name of its own. */
const production = (name: string) => synthesized(name, {}, { kind: 'production' });

/**
 * Return the names that the templates give to resources, in a region: CloudFormation makes up all others from the name of
 * the stack. A part that differs for each stack, such as its id, is `?`.
 */
function physicalNames({ deployed }: Synthesized): string[] {
  const textOf = (value: unknown): string => {
    if (typeof value === 'string') return value;
    const { 'Fn::Join': join, Ref: ref } = value as { 'Fn::Join'?: [string, unknown[]]; Ref?: string };
    if (join) return join[1].map(textOf).join(join[0]);
    return ref === 'AWS::Region' ? LONGEST_REGION : '?';
  };
  const namesOf = ({ Resources, Outputs }: StackTemplate) => [
    ...Object.values(Resources).flatMap(({ Type, Properties = {} }) => {
      const { ResponseHeadersPolicyConfig, OriginAccessControlConfig, ...own } = Properties as Record<string, object>;
      const named = { ...own, ...ResponseHeadersPolicyConfig, ...OriginAccessControlConfig } as Record<string, unknown>;
      const isGiven = Type !== 'AWS::Scheduler::Schedule' && Type !== 'AWS::ApiGatewayV2::Stage';
      const keys = ['Name', 'AlarmName', 'DashboardName', 'LogGroupName', 'BucketName', 'QueueName', 'TableName'];
      return isGiven ? keys.flatMap((key) => (named[key] === undefined ? [] : [`${Type} ${textOf(named[key])}`])) : [];
    }),
    ...Object.values(Outputs ?? {}).flatMap(({ Export }) => (Export ? [`export ${Export.Name}`] : [])),
  ];
  return Object.values(deployed).flatMap(namesOf);
}

describe('two stages of the kind production with other names', () => {
  const [one, other] = [production('production-eu'), production('cell-2')];

  it('have no physical name in common', () => {
    const [first, second] = [physicalNames(one), physicalNames(other)];
    expect(first.length).toBeGreaterThan(40);
    expect(second).toHaveLength(first.length);
    expect(first.filter((name) => second.includes(name))).toEqual([]);
  });

  it('have the defaults and the rules of their kind', () => {
    const settings = { alarmEmail: 'none' };
    const { name: _, ...named } = namedStage('production-eu', 'production', 3000, settings);
    const { name: __, ...own } = stage('production', 3000, settings);
    expect(named).toEqual(own);
    expect(() => namedStage('cell-2', 'production', 3000, { ...settings, customerKey: false })).toThrow(
      'Setting customerKey: required in production.',
    );
  });
});

describe('a stage with the longest name', () => {
  const longest = production(LONGEST_NAME);

  it('has names that fit into the 64 characters of CloudFront and Scheduler in the region with the longest name', () => {
    const names = physicalNames(longest).filter((each) => /^AWS::(CloudFront|Scheduler)/.test(each));
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const each of names) {
      const [type, name] = each.split(' ') as [string, string];
      expect(name.length, each).toBeLessThanOrEqual(type === 'AWS::CloudFront::ResponseHeadersPolicy' ? 128 : 64);
    }
  });

  it('has policies that every role may hold', () => {
    for (const [role, length] of policyLengths(longest, LONGEST_NAME, LONGEST_REGION)) {
      expect(length, role).toBeLessThanOrEqual(10_240);
    }
  });
});

describe('the file of a stage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stage-names-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: object) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  const read = (name: string, settings = '{}') =>
    readStage(new App({ analyticsReporting: false, context: { stage: name, settings } }), folder);

  it('says its kind, also to the commands of operators', () => {
    write('production-eu', { kind: 'production', alarmEmail: 'none' });
    expect(read('production-eu')).toMatchObject({ name: 'production-eu', kind: 'production', removal: 'retain' });
    expect(findStageKind('production-eu', folder)).toBe('production');
    write('trial', { kind: 'development' });
    expect(read('trial')).toMatchObject({ name: 'trial', kind: 'development', removal: 'destroy' });
  });

  it('says the limit of requests of its workspaces, as functions have it', () => {
    write('limited', { kind: 'development', defaultLimits: { requests_per_minute: 7 } });
    write('others', { kind: 'development', defaultLimits: { accounts: 7 } });
    for (const [name, limit] of [
      ['limited', 7],
      ['others', null],
    ] as const) {
      expect([defaultRequestsPerMinute(name, folder), read(name).defaultLimits.requests_per_minute]).toEqual([
        limit,
        limit,
      ]);
    }
    expect(defaultRequestsPerMinute('absent', folder)).toBeNull();
  });

  it.each([
    ['staging', {}, 'No stage "staging". Stages: development, production, local. Another one has a file'],
    ['laptop', { kind: 'local' }, 'No stage "laptop"'],
    ['production', { kind: 'development' }, 'There is no setting "kind"'],
  ])('of %s with %j is rejected', (name, content, message) => {
    write(name, content);
    expect(() => read(name)).toThrow(message);
  });

  it('cannot be changed to another kind on the command line', () => {
    write('production-eu', { kind: 'production', alarmEmail: 'none' });
    expect(() => read('production-eu', '{"kind":"development"}')).toThrow('There is no setting "kind"');
  });

  it.each(['Production', 'production--eu', 'eu-', '-eu', '2nd', '../production', 'a'.repeat(25), ''])(
    'cannot be that of the name %j',
    (name) => {
      expect(() => findStageKind(name, folder)).toThrow('No stage can have the name');
    },
  );
});

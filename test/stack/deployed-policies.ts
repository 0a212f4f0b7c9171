import type { Synthesized } from './synthesized.ts';

const ACCOUNT = '123456789012';
const SUFFIX = '-AbCdEfGhIjKlM';

/** The most characters of the physical name of a resource, by the service that gives it. */
const MAX_NAME = { sqs: 80, s3: 63, logs: 200, iam: 64, lambda: 64, dynamodb: 255 } as const;

/** Return the length of the inline policies of each role as IAM counts them in a region, without white space. */
export function policyLengths({ resources, data }: Synthesized, stage: string, region: string): Map<string, number> {
  const nameOf = (id: string, max: number) => {
    const stack = id in data.Resources ? `ContentIntelligenceData-${stage}` : `ContentIntelligence-${stage}`;
    return `${`${stack}-${id}`.slice(0, max - SUFFIX.length)}${SUFFIX}`;
  };
  const arnOf = (id: string, attribute: string): string => {
    const service = resources[id]?.Type.split('::')[1]?.toLowerCase() as keyof typeof MAX_NAME;
    const name = nameOf(id, MAX_NAME[service] ?? 64);
    if (service === 's3') return `arn:aws:s3:::${name.toLowerCase()}`;
    if (service === 'iam') return `arn:aws:iam::${ACCOUNT}:role/${name}`;
    if (service === 'sqs') return `arn:aws:sqs:${region}:${ACCOUNT}:${name}`;
    if (service === 'logs') return `arn:aws:logs:${region}:${ACCOUNT}:log-group:${name}:*`;
    const stream = attribute === 'StreamArn' ? '/stream/2026-11-21T10:00:00.000' : '';
    if (service === 'dynamodb') return `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${name}${stream}`;
    return `arn:aws:${service}:${region}:${ACCOUNT}:function:${name}`;
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, never>;
    const known = { 'AWS::Region': region, 'AWS::AccountId': ACCOUNT, 'AWS::Partition': 'aws' };
    if (Ref !== undefined) return known[Ref as keyof typeof known] ?? nameOf(Ref, 64);
    if (attribute !== undefined) return arnOf(attribute[0], attribute[1]);
    if (join !== undefined) return (resolve(join[1]) as string[]).join(join[0]);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]));
  };
  const roles = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  return new Map(
    roles.map(([id, { Properties }]) => {
      const policies = (Properties.Policies ?? []) as { PolicyDocument: object }[];
      const text = policies.map(({ PolicyDocument }) => JSON.stringify(resolve(PolicyDocument))).join('');
      return [id, text.replaceAll(/\s/g, '').length];
    }),
  );
}

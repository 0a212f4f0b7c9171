import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declaredEndpoints } from '../../lib/stack/api.ts';
import { list, type Statement } from './statements.ts';
import { synthesized } from './synthesized.ts';

/**
 * Until the API has imported the routes of another release, those of the former one invoke its functions with its roles.
 * CloudFormation updates a role before the API that refers to it.
 */

type Stage = ReturnType<typeof synthesized>;

/** Return the functions that each role of API Gateway invokes, as the service stack refers to them. */
function gatewayRoles({ deployed }: Stage): Map<string, string[]> {
  const roles = Object.entries(deployed.service.Resources).filter(
    ([id, { Type }]) => Type === 'AWS::IAM::Role' && id.startsWith('GatewayRole'),
  );
  return new Map(
    roles.map(([id, { Properties }]) => {
      const { Policies } = Properties as { Policies: { PolicyDocument: { Statement: Statement[] } }[] };
      const [statement] = Policies[0]!.PolicyDocument.Statement;
      const resources = list(statement!.Resource) as { 'Fn::GetAtt': string[] }[];
      return [id, resources.map((resource) => resource['Fn::GetAtt'].join('.'))];
    }),
  );
}

/** List the functions that a role of the former release has and the one of the same id has no more. */
function lostFunctions(former: Map<string, string[]>, next: Map<string, string[]>): string[] {
  return [...former].flatMap(([id, functions]) => {
    const kept = next.get(id);
    return kept === undefined ? [] : functions.filter((each) => !kept.includes(each));
  });
}

const files = { '1.0.0': 'gateway-roles-1.0.0.json' };

it.each(Object.entries(files))('an upgrade of %s takes no function from a role that its routes use', (_, file) => {
  const released = JSON.parse(readFileSync(join(import.meta.dirname, 'released', file), 'utf8')) as object;
  const former = Object.entries(released).map(([id, functions]: [string, string[]]) => {
    return [id, functions.map((each) => `${each}.Arn`)] as const;
  });
  expect(former.length).toBeGreaterThan(0);
  expect(lostFunctions(new Map(former), gatewayRoles(synthesized('local')))).toEqual([]);
});

it.each([
  [
    'adds',
    (endpoints: Endpoints) => [
      { ...endpoints[0]!, id: 'added.first', path: '/v1/added', bundle: 'content/get' },
      ...endpoints,
    ],
  ],
  ['removes', (endpoints: Endpoints) => endpoints.slice(1)],
])('an upgrade that %s an endpoint, and its rollback, take no function from a role in use', (_, change) => {
  const stage = gatewayRoles(synthesized('development'));
  const changed = gatewayRoles(synthesized('development', {}, { endpoints: change(declaredEndpoints()) }));
  expect(changed).not.toEqual(stage);
  expect([...lostFunctions(stage, changed), ...lostFunctions(changed, stage)]).toEqual([]);
});

type Endpoints = ReturnType<typeof declaredEndpoints>;

import { beforeAll, describe, expect, it } from 'vitest';
import { stage } from '../../lib/stack/stages.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

interface Statement {
  Action: string | string[];
  Condition?: object;
}

let stack: Synthesized;
/** The statements about Parameter Store, by the name of the function. */
let statements: Map<string, Statement[]>;

beforeAll(() => {
  stack = synthesized('development', { customerKey: false });
  statements = new Map();
  for (const { Properties, Metadata } of stack.ofType('AWS::Lambda::Function')) {
    const role = (Properties.Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
    const { Policies = [] } = stack.resources[role]!.Properties as {
      Policies?: { PolicyDocument: { Statement: Statement[] } }[];
    };
    const all = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const found = all.filter(({ Action }) => JSON.stringify(Action).includes('ssm:'));
    if (found.length > 0) statements.set(String(Metadata?.Function), found);
  }
});

describe('a stage without a KMS key', () => {
  it('has no KMS key and grants no use of one', () => {
    expect(stack.ofType('AWS::KMS::Key')).toEqual([]);
    expect(stack.text).not.toContain('"kms:');
  });

  it('lets a function that encrypts create the data key, and none replace it', () => {
    const creating = [...statements].flatMap(([name, all]) =>
      all.filter(({ Action }) => JSON.stringify(Action).includes('ssm:PutParameter')).map((each) => ({ name, each })),
    );
    expect(creating.map(({ name }) => name)).toContain('webhooks/create');
    for (const { each } of creating) expect(each.Condition).toEqual({ StringEquals: { 'ssm:Overwrite': 'false' } });
  });

  it('lets a function that only decrypts read the data key, and no other function', () => {
    expect(statements.get('on-delivery-queued')).toMatchObject([{ Action: 'ssm:GetParameter' }]);
    expect(statements.get('content/get')).toBeUndefined();
  });

  it('is never production', () => {
    const settings = { alarmEmail: 'none', customerKey: false };
    expect(() => stage('production', 3000, settings)).toThrow('Setting customerKey: required in production.');
  });
});

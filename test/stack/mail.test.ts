import { beforeAll, describe, expect, it } from 'vitest';
import { getStatementsByRole, list, type Statement } from './statements.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

const SENDER = 'team@mail.example.com';

let named: Synthesized;
let roles: Map<string, Statement[]>;

beforeAll(() => {
  named = synthesized('development', { invitationSender: SENDER }, { checked: true });
  roles = getStatementsByRole(named);
});

const mailing = (statements: Statement[]) =>
  statements.filter(({ Action }) => list(Action).some((action) => action.startsWith('ses:')));

describe('a stage with a sender', () => {
  it('allows the stream worker to send as that address, with the identity of the address or of its domain', () => {
    const [statement, ...more] = mailing(roles.get('on-table-change')!);
    expect(more).toEqual([]);
    const identity = (name: string) => ({
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':ses:',
          { Ref: 'AWS::Region' },
          ':',
          { Ref: 'AWS::AccountId' },
          `:identity/${name}`,
        ],
      ],
    });
    expect(statement).toEqual({
      Effect: 'Allow',
      Action: 'ses:SendEmail',
      Resource: [identity(SENDER), identity('mail.example.com')],
      Condition: { StringEquals: { 'ses:FromAddress': SENDER } },
    });
  });

  it('allows no other function to send', () => {
    const senders = [...roles].filter(([, statements]) => mailing(statements).length > 0);
    expect(senders.map(([name]) => name)).toEqual(['on-table-change']);
  });

  it('passes the base URL of the API to the function', () => {
    const streamWorker = named
      .ofType('AWS::Lambda::Function')
      .find(({ Metadata }) => Metadata?.Function === 'on-table-change');
    const { Variables } = streamWorker!.Properties.Environment as { Variables: Record<string, unknown> };
    expect(JSON.stringify(Variables.BASE_URL)).toContain('/v1');
  });
});

describe('a stage without a sender', () => {
  it('allows no function to send mail', () => {
    expect(synthesized('development').text).not.toContain('ses:');
  });
});

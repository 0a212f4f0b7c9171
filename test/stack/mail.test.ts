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

describe('a stage that names a sender', () => {
  it('lets the function on the stream send as that address, by the identity of it or of its domain', () => {
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

  it('lets no other function send', () => {
    const senders = [...roles].filter(([, statements]) => mailing(statements).length > 0);
    expect(senders.map(([name]) => name)).toEqual(['on-table-change']);
  });

  it('tells the function where the API is', () => {
    const follow = named
      .ofType('AWS::Lambda::Function')
      .find(({ Metadata }) => Metadata?.Function === 'on-table-change');
    const { Variables } = follow!.Properties.Environment as { Variables: Record<string, unknown> };
    expect(JSON.stringify(Variables.BASE_URL)).toContain('/v1');
  });
});

describe('a stage without a sender', () => {
  it('lets nobody send mail', () => {
    expect(synthesized('development').text).not.toContain('ses:');
  });
});

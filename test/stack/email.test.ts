import { beforeAll, describe, expect, it } from 'vitest';
import { getStatementsByRole, list, type Statement } from './statements.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

const SENDER = 'team@mail.example.com';

let named: Synthesized;
let roles: Map<string, Statement[]>;

beforeAll(() => {
  named = synthesized('development', { emailSender: SENDER });
  roles = getStatementsByRole(named);
});

const mailing = (statements: Statement[]) =>
  statements.filter(({ Action }) => list(Action).some((action) => action.startsWith('ses:')));

describe('a stage with a sender', () => {
  it('allows the email worker to send as that address, to any recipient', () => {
    const [statement, ...more] = mailing(roles.get('on-email-queued')!);
    expect(more).toEqual([]);
    const arn = ['arn:', { Ref: 'AWS::Partition' }, ':ses:', { Ref: 'AWS::Region' }, ':', { Ref: 'AWS::AccountId' }];
    expect(statement).toEqual({
      Effect: 'Allow',
      Action: 'ses:SendEmail',
      Resource: { 'Fn::Join': ['', [...arn, ':identity/*']] },
      Condition: { StringEquals: { 'ses:FromAddress': SENDER } },
    });
  });

  it('allows no other function to send', () => {
    const senders = [...roles].filter(([, statements]) => mailing(statements).length > 0);
    expect(senders.map(([name]) => name)).toEqual(['on-email-queued']);
  });

  it('delivers an email that SES does not accept again for a day, before it goes to the dead-letter queue', () => {
    const [queue] = named.ofType('AWS::SQS::Queue').filter(({ Properties }) => Properties.VisibilityTimeout === 360);
    const { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = queue!.Properties as {
      VisibilityTimeout: number;
      MessageRetentionPeriod: number;
      RedrivePolicy: { maxReceiveCount: number };
    };
    const retriedSeconds = VisibilityTimeout * RedrivePolicy.maxReceiveCount;
    expect(retriedSeconds).toBeGreaterThanOrEqual(86_400);
    expect(retriedSeconds).toBeLessThan(MessageRetentionPeriod);
  });

  it('passes the base URL of the API to the function', () => {
    const worker = named
      .ofType('AWS::Lambda::Function')
      .find(({ Metadata }) => Metadata?.Function === 'on-email-queued');
    const { Variables } = worker!.Properties.Environment as { Variables: Record<string, unknown> };
    expect(JSON.stringify(Variables.BASE_URL)).toContain('/v1');
  });
});

describe('a stage without a sender', () => {
  it('allows no function to send email', () => {
    expect(synthesized('development').text).not.toContain('ses:');
  });
});

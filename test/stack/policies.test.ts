import { beforeAll, describe, expect, it } from 'vitest';
import { kindsOf, list, resourceName, type Statement, statementsByRole } from './statements.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

/** What sets of actions are called in the table below. */
const VERBS: Record<string, string> = {
  'dynamodb:GetItem dynamodb:BatchGetItem': 'get',
  'dynamodb:Query': 'query',
  'dynamodb:PutItem': 'put',
  'dynamodb:UpdateItem': 'update',
  'dynamodb:DeleteItem': 'delete',
  'dynamodb:ListStreams': 'list streams',
  'dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator': 'follow',
  'logs:CreateLogStream logs:PutLogEvents': 'write log',
  'sqs:SendMessage': 'send to',
  'kms:Encrypt': 'seal with',
  'kms:Decrypt': 'open with',
  'kms:Encrypt kms:Decrypt': 'seal and open with',
  'lambda:InvokeFunction': 'invoke',
  'iam:PassRole': 'pass',
  'scheduler:CreateSchedule scheduler:UpdateSchedule scheduler:DeleteSchedule': 'set timers',
  // What the CDK's event source and destination give; none of it reads or writes another queue.
  'sqs:ReceiveMessage sqs:ChangeMessageVisibility sqs:GetQueueUrl sqs:DeleteMessage sqs:GetQueueAttributes':
    'consume',
  'sqs:SendMessage sqs:GetQueueAttributes sqs:GetQueueUrl': 'end in',
};

/** Everything each function may do besides writing its own log. Written by hand, not derived. */
// biome-ignore format: one row per line is what makes it a table.
const MAY: Record<string, string[]> = {
  'unmatched': [],
  'auth/token': ['get KEY KEYUSE MEMBER', 'put KEYUSE TOKEN', 'update KEY'],
  'auth/verify': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'content/list': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query CONTENT COUNT', 'query Table/index/by_facet, Table/index/by_group'],
  'content/create': ['get IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put CONTENT ENTRY IDEMPOTENCY KEYUSE', 'update COUNT RATE'],
  'content/get': ['get CONTENT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'content/update': ['get CONTENT ENTRY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put CONTENT ENTRY KEYUSE', 'update COUNT RATE'],
  'content/delete': ['get CONTENT ENTRY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put ENTRY KEYUSE REMOVAL', 'update COUNT RATE', 'delete CONTENT'],
  'content/validate': ['get IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put IDEMPOTENCY KEYUSE', 'update RATE'],
  'content/retry': ['get CONTENT IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put CONTENT ENTRY IDEMPOTENCY KEYUSE', 'update COUNT RATE'],
  'content/resolve': ['get CONTENT ENTRY IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put CONTENT ENTRY IDEMPOTENCY KEYUSE', 'update COUNT RATE'],
  'schedule/list': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query COUNT', 'query Table/index/by_facet, Table/index/by_group'],
  'schedule/create': ['get CONTENT ENTRY IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put CONTENT ENTRY IDEMPOTENCY KEYUSE', 'update COUNT RATE'],
  'schedule/cancel': ['get CONTENT ENTRY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put CONTENT ENTRY KEYUSE', 'update COUNT RATE'],
  'accounts/list': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query ACCOUNT'],
  'accounts/create': ['get ACCOUNT IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put ACCOUNT IDEMPOTENCY INBOUND KEYUSE', 'update RATE', 'seal with AccountKey'],
  'accounts/get': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query ACCOUNT'],
  'accounts/delete': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE REMOVAL', 'update RATE', 'query ACCOUNT', 'delete ACCOUNT INBOUND'],
  'analytics/performance': ['get BUCKET CONTENTBUCKET KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'analytics/content': ['get CONTENT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query CONTENTBUCKET'],
  'analytics/best-times': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query MEASUREMENT'],
  'analytics/trends': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query MEASUREMENT TERMBLOCK TERMDAY'],
  'engagements/ingest': ['get CONTENT IDEMPOTENCY KEY KEYUSE MEMBER POST TOKEN WORKSPACE', 'put ENGAGEMENT IDEMPOTENCY KEYUSE', 'update RATE'],
  'inbound/verify': ['get INBOUND', 'open with AccountKey'],
  'inbound/receive': ['get INBOUND POST', 'put EARLYCOMMENT ENGAGEMENT', 'open with AccountKey'],
  'team/members': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query MEMBER'],
  'team/member': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'team/update-member': ['get COUNT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'query MEMBER', 'put KEYUSE MEMBER', 'update COUNT RATE'],
  'team/remove-member': ['get COUNT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'query MEMBER', 'put KEYUSE REMOVAL', 'update COUNT RATE', 'delete EMAIL MEMBER'],
  'team/invite': ['get IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put EMAIL IDEMPOTENCY INVITATION INVITATIONTOKEN KEYUSE', 'update RATE'],
  'team/invitations': ['get INVITATION KEY KEYUSE MEMBER TOKEN WORKSPACE', 'query INVITATION', 'query Table/index/by_facet', 'put KEYUSE', 'update RATE'],
  'team/accept': ['get INVITATION INVITATIONTOKEN', 'put EMAIL INVITATION KEY MEMBER', 'update COUNT'],
  'team/resend-invitation': ['get IDEMPOTENCY INVITATION KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put EMAIL IDEMPOTENCY INVITATION INVITATIONTOKEN KEYUSE', 'update RATE'],
  'team/revoke-invitation': ['get INVITATION KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put INVITATION KEYUSE', 'update RATE', 'delete EMAIL'],
  'keys/list': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query Table/index/by_group'],
  'keys/create': ['get IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put IDEMPOTENCY KEY KEYUSE', 'update COUNT RATE'],
  'keys/get': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'keys/delete': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEY KEYUSE', 'update COUNT RATE'],
  'keys/reroll': ['get IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put IDEMPOTENCY KEY KEYUSE', 'update RATE'],
  'webhooks/create': ['get IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put ENDPOINT ENDPOINTURL IDEMPOTENCY KEYUSE', 'update COUNT RATE'],
  'webhooks/list': ['get KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query ENDPOINT'],
  'webhooks/get': ['get ENDPOINT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'webhooks/update': ['get ENDPOINT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put ENDPOINT ENDPOINTURL KEYUSE', 'update RATE', 'delete ENDPOINTURL'],
  'webhooks/delete': ['get ENDPOINT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE REMOVAL', 'update COUNT RATE', 'delete ENDPOINT ENDPOINTURL'],
  'webhooks/rotate-secret': ['get ENDPOINT IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put ENDPOINT IDEMPOTENCY KEYUSE', 'update RATE'],
  'webhooks/test': ['get ENDPOINT IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put IDEMPOTENCY KEYUSE', 'update RATE'],
  'webhooks/deliveries': ['get DELIVERY ENDPOINT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query Table/index/by_facet'],
  'webhooks/delivery': ['get DELIVERY ENDPOINT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'webhooks/replay': ['get DELIVERY ENDPOINT IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put DELIVERY IDEMPOTENCY KEYUSE', 'update RATE'],
  'webhooks/recover': ['get ENDPOINT IDEMPOTENCY KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put IDEMPOTENCY KEYUSE RECOVERY', 'update RATE', 'query Table/index/by_facet'],
  'events/list': ['get EVENT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query Table/index/by_facet'],
  'events/get': ['get EVENT KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE'],
  'problems/list': [],
  'problems/get': [],
  'docs/openapi': [],
  'docs/page': [],
  'docs/script': [],
  'audit/list': ['get AUDITHEAD KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query AUDIT'],
  'audit/verify': ['get AUDITHEAD KEY KEYUSE MEMBER TOKEN WORKSPACE', 'put KEYUSE', 'update RATE', 'query AUDIT'],
  'on-publish-due/instagram': ['get ACCOUNT CONTENT ENTRY', 'put ACCOUNT CONTENT ENTRY', 'update COUNT', 'seal and open with AccountKey', 'send to PublishQueueInstagram', 'consume PublishQueueInstagram', 'end in FailedInvocations'],
  'on-publish-due/twitter': ['get ACCOUNT CONTENT ENTRY', 'put ACCOUNT CONTENT ENTRY', 'update COUNT', 'seal and open with AccountKey', 'send to PublishQueueTwitter', 'consume PublishQueueTwitter', 'end in FailedInvocations'],
  'on-publish-due/linkedin': ['get ACCOUNT CONTENT ENTRY', 'put ACCOUNT CONTENT ENTRY', 'update COUNT', 'seal and open with AccountKey', 'send to PublishQueueLinkedin', 'consume PublishQueueLinkedin', 'end in FailedInvocations'],
  'on-delivery-queued': ['get DELIVERY ENDPOINT EVENT', 'put DELIVERY ENDPOINT', 'send to DeliveryQueue', 'send to SlowDeliveryQueue', 'consume DeliveryQueue'],
  'on-delivery-queued/slow': ['get DELIVERY ENDPOINT EVENT', 'put DELIVERY ENDPOINT', 'send to DeliveryQueue', 'consume SlowDeliveryQueue'],
  'on-table-change': ['get AUDITED AUDITHEAD CONTENT DELIVERY ENDPOINT ENGAGEMENT INVITATION RECOVERY REMOVAL TERMBLOCK TERMEDPOST WORKSPACE', 'query EARLYCOMMENT ENDPOINT', 'query Table/index/by_facet', 'put AUDIT AUDITED AUDITHEAD DELIVERY ENDPOINT ENGAGEMENT EVENT INVITATION INVITATIONTOKEN MEASUREMENT OBSERVATION POST RECOVERY TERMEDPOST', 'update BUCKET CONTENTBUCKET ENGAGEMENTMINUTE TERMBLOCK TERMDAY', 'send to DeliveryQueue', 'send to PublishQueueInstagram', 'send to PublishQueueTwitter', 'send to PublishQueueLinkedin', 'set timers arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/ContentIntelligence-production-Timers/scd_*', 'pass TimerRole', 'end in FailedChanges', 'list streams Table/stream', 'follow Table/stream'],
  'on-sweep-due': ['get ENGAGEMENTMINUTE ENTRY', 'put ENGAGEMENTMINUTE', 'query Table/index/by_due', 'send to DeliveryQueue', 'send to PublishQueueInstagram', 'send to PublishQueueTwitter', 'send to PublishQueueLinkedin', 'end in FailedInvocations'],
  'on-collect-due': ['get MEASUREMENT', 'query Table/index/by_due', 'send to ReadingQueue', 'end in FailedInvocations'],
  'on-reading-queued': ['get ACCOUNT MEASUREMENT', 'put ACCOUNT MEASUREMENT OBSERVATION', 'seal and open with AccountKey', 'consume ReadingQueue'],
  'on-refresh-due': ['get ACCOUNT', 'query Table/index/by_due', 'put ACCOUNT', 'seal and open with AccountKey', 'end in FailedInvocations'],
  // The roles with which timers wake functions.
  'TimerRole': ['invoke OnPublishDueInstagram, OnPublishDueTwitter, OnPublishDueLinkedin'],
  'SweepTimerRole': ['invoke OnSweepDue'],
  'CollectTimerRole': ['invoke OnCollectDue'],
  'RefreshTimerRole': ['invoke OnRefreshDue'],
};

let stack: Synthesized;
let byRole: Map<string, Statement[]>;

beforeAll(() => {
  stack = synthesized('production');
  byRole = statementsByRole(stack);
});

describe('what functions may do', () => {
  it.each(Object.entries(MAY))('%s may do this and nothing else', (name, expected) => {
    const statements = byRole.get(name);
    expect(statements, `${name} has no role`).toBeDefined();
    expect(
      statements!
        .filter((statement) => !isOwnLog(statement))
        .map(phrase)
        .sort(),
    ).toEqual([...expected].sort());
  });

  it('nobody may change or remove what is in the audit log, and one function alone may add to it', () => {
    const verbsOn = (statements: string[]) =>
      statements.flatMap((phrase) => (/ AUDIT( |$)/.test(phrase) ? [phrase.split(' ')[0]] : []));
    const verbs = [...byRole].map(([name, all]) => [name, verbsOn(all.map(phrase))] as const);
    expect(Object.fromEntries(verbs.filter(([, each]) => each.length > 0))).toEqual({
      'audit/list': ['query'],
      'audit/verify': ['query'],
      'on-table-change': ['put'],
    });
  });

  it('every role of the template is in the table', () => {
    expect([...byRole.keys()].sort()).toEqual(Object.keys(MAY).sort());
  });

  it('every function writes its own log and no other', () => {
    for (const { Properties, Metadata } of stack.ofType('AWS::Lambda::Function')) {
      const { LogGroup } = Properties.LoggingConfig as { LogGroup: { Ref: string } };
      const [log, ...more] = byRole.get(String(Metadata?.Function))!.filter(isOwnLog);
      expect(more).toEqual([]);
      expect(log!.Resource).toEqual({ 'Fn::GetAtt': [LogGroup.Ref, 'Arn'] });
    }
  });

  it('no statement allows an action by wildcard, or everything, or is there to deny', () => {
    const statements = [...byRole.values()].flat();
    expect(statements.length).toBeGreaterThan(60);
    for (const { Effect, Action, Resource } of statements) {
      expect(Effect).toBe('Allow');
      for (const action of list(Action)) expect(action).toMatch(/^[a-z]+:[A-Za-z]+$/);
      for (const resource of list(Resource)) expect(resourceName(resource)).not.toMatch(/^\*$/);
    }
  });

  it('no role has a managed policy, where this test would not see it', () => {
    for (const { Properties } of stack.ofType('AWS::IAM::Role')) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
    expect(stack.ofType('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('the stack leaves room below the 500 resources that CloudFormation takes', () => {
    expect(Object.keys(stack.resources).length).toBeLessThan(480);
  });

  it('a timer role can be taken by Scheduler alone, of this account and for one group', () => {
    for (const name of ['TimerRole', 'SweepTimerRole', 'CollectTimerRole', 'RefreshTimerRole']) {
      const [, role] = Object.entries(stack.resources).find(
        ([id, { Type }]) => Type === 'AWS::IAM::Role' && new RegExp(`^${name}[0-9A-F]{8}$`).test(id),
      )!;
      expect(role.Properties.AssumeRolePolicyDocument).toMatchObject({
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: {
              StringEquals: {
                'aws:SourceAccount': { Ref: 'AWS::AccountId' },
                'aws:SourceArn': expect.anything(),
              },
            },
          },
        ],
      });
    }
  });
});

function isOwnLog({ Action }: Statement): boolean {
  return VERBS[list(Action).join(' ')] === 'write log';
}

/** A statement in the words of the table. Actions that no verb stands for come out as they are. */
function phrase(statement: Statement): string {
  const actions = list(statement.Action).join(' ');
  const verb = VERBS[actions] ?? actions;
  const names = list(statement.Resource).map(resourceName).join(', ');
  return names === 'Table' ? `${verb} ${kindsOf(statement)}` : `${verb} ${names}`;
}

import { beforeAll, describe, expect, it } from 'vitest';
import { MCP_ENDPOINT } from '../../lib/agents/mcp/endpoint.ts';
import { CALLED_OPERATIONS } from '../../lib/agents/tools/called-operations.ts';
import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import type { TableAccess } from '../../lib/core/api/table-access.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { accessOf, agentAccessOf } from '../../lib/stack/table-access.ts';
import {
  allowsContext,
  getStatementsByRole,
  kindsOf,
  list,
  resourceName,
  type Statement,
  secretKindOf,
} from './statements.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

/** The names of sets of actions in the table below. */
const VERBS: Record<string, string> = {
  'dynamodb:GetItem dynamodb:BatchGetItem': 'get',
  'dynamodb:Query': 'query',
  'dynamodb:PutItem': 'put',
  'dynamodb:PartiQLInsert': 'insert',
  'dynamodb:UpdateItem': 'update',
  'dynamodb:DeleteItem': 'delete',
  'dynamodb:ConditionCheckItem': 'check',
  'dynamodb:ListStreams': 'list streams',
  'dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator': 'read',
  'logs:CreateLogStream logs:PutLogEvents': 'write log',
  'sqs:SendMessage': 'send to',
  's3:PutObject': 'add objects to',
  's3:PutObject s3:AbortMultipartUpload': 'add objects, also in parts, to',
  's3:ListBucket': 'list',
  's3:GetObject': 'read objects of',
  's3:GetObject s3:DeleteObject': 'read and delete objects of',
  's3:DeleteObject': 'delete objects of',
  's3:PutObject s3:DeleteObject': 'add and delete objects of',
  'kms:Encrypt': 'encrypt',
  'kms:Decrypt': 'decrypt',
  'kms:Encrypt kms:Decrypt': 'encrypt and decrypt',
  'lambda:InvokeFunction': 'invoke',
  'iam:PassRole': 'pass',
  'scheduler:CreateSchedule scheduler:UpdateSchedule scheduler:DeleteSchedule': 'manage',
  // The grants of the CDK's event sources and destinations, each for one queue.
  'sqs:ReceiveMessage sqs:ChangeMessageVisibility sqs:GetQueueUrl sqs:DeleteMessage sqs:GetQueueAttributes': 'consume',
  'sqs:SendMessage sqs:GetQueueAttributes sqs:GetQueueUrl': 'report failures to',
};

const PUBLISH_QUEUES = PLATFORMS.map(
  (platform) => `PublishQueue${platform.charAt(0).toUpperCase()}${platform.slice(1)}`,
);
const SEND_TO_PUBLISH_QUEUES = PUBLISH_QUEUES.map((queue) => `send to ${queue}`);

/** What the publish function of every platform may do, besides reading its queue. */
// biome-ignore format: one row per line
const PUBLISH = ['get ACCOUNT ACCOUNTREMOVAL ACCOUNTRESERVATION CONTENT DEFAULTACCOUNT ENTRY POSTCLAIM SANDBOXPOST SETTINGS SLOWHOST', 'query OPENSENDS', 'query Table/index/by_parent', 'put CONTENT CONTENTTARGET ENTRY HOSTLEASE INFLIGHT OPENSENDS POSTCLAIM PUBLISHLIMIT SANDBOXPOST SLOWHOST', 'update ACCOUNT', 'delete HOSTLEASE INFLIGHT OPENSENDS SLOWHOST', 'encrypt and decrypt Account secrets with AccountKey', 'decrypt Passkey secrets with AccountKey', 'encrypt and decrypt Preparation secrets with AccountKey', 'list Media', 'read objects of Media/media/*', 'read objects of Media/cards/*'];

/**
 * Everything each worker and schedule may do besides writing its log. The rows of the endpoints follow from their
 * declarations; table-access.test.ts proves each declaration by running the function.
 */
// biome-ignore format: one row per line is what makes it a table.
const MAY: Record<string, string[]> = {
  'unmatched': ['get RATE', 'update RATE'],
  'on-delivery-queued': ['get DELIVERY ENDPOINT EVENT', 'query Table/index/by_status', 'put DELIVERY ENDPOINT', 'insert DELIVERY', 'update RATE', 'decrypt Endpoint secrets with AccountKey', 'send to SlowDeliveryQueue', 'consume DeliveryQueue'],
  'on-delivery-queued/slow': ['get DELIVERY ENDPOINT EVENT', 'query Table/index/by_status', 'put DELIVERY ENDPOINT', 'insert DELIVERY', 'update RATE', 'decrypt Endpoint secrets with AccountKey', 'consume SlowDeliveryQueue'],
  'on-step-queued': ['get ACCOUNT ACCOUNTREMOVAL ACCOUNTRESERVATION AUDITCLAIM CONTENT CONTENTCLAIM DEFAULTACCOUNT DELIVERY ENDPOINT ENTRY EXPORT HALTRELEASE IMPORT IMPORTKEY IMPORTROW LABEL LABELNAME LINKRULES MEDIA PUBLISHLIMIT QUEUE QUEUENAME RECOVERY RECURRENCE RELEASETIMES SEARCHDOCUMENT SETTINGS TEMPLATE TEMPLATENAME', 'query AUDIT CONTENT IMPORTROW POSTMETRICS RECURRENCEOCCURRENCE', 'query Table/index/by_status, Table/index/by_category', 'put ACCOUNTREMOVAL CONTENT CONTENTCLAIM CONTENTLABEL CONTENTTARGET DELIVERY ENTRY EXPORT HALTRELEASE IMPORT IMPORTKEY IMPORTROW LABEL LABELNAME QUEUE RECOVERY RECURRENCE RECURRENCEOCCURRENCE RELEASETIMES SEARCHDOCUMENT SEARCHTERM SETTINGS TOMBSTONE', 'update COUNT MEDIA', 'delete CONTENT CONTENTLABEL CONTENTTARGET CONTENTVERSION IMPORTKEY IMPORTROW RECURRENCE RECURRENCEOCCURRENCE SEARCHDOCUMENT SEARCHTERM', 'consume StepQueue', 'send to StepQueue', 'add objects to Media/exports/*', 'read objects of Media/exports/*', 'delete objects of Media/exports/*', 'add objects to Media/imports/*', 'read objects of Media/imports/*', 'list Media'],
  'on-table-change': ['get ACCOUNT AUDITHEAD CONTENT CONTENTCLAIM COUNT DEFAULTACCOUNT ENDPOINT ENGAGEMENT ENTRY INBOUNDBATCH INVITATION KEY LABEL MEDIA MEMBER POST POSTMETRICS POSTTERMS QUEUE RECURRENCE SETTINGS TEMPLATE TEMPLATENAME TERMBUCKET TOMBSTONE WORKSPACE', 'query AUDIT CALENDARFEED ENDPOINT INVITATION ORPHANCOMMENT PASSKEY RECURRENCE', 'query Table/index/by_parent', 'put APPROVALREMINDER AUDIT AUDITCLAIM AUDITHEAD CONTENTCLAIM ENDPOINT ENGAGEMENT INBOUNDBATCH INVITATION KEY NOTIFICATION NOTIFICATIONTASK ORPHANCOMMENT POST POSTMETRICS POSTTERMS QUEUE RECURRENCE UNSENTNOTIFICATION', 'insert EVENT', 'update BUCKET CONTENTBUCKET COUNT DAILYTEXTCOUNT ENGAGEMENTWINDOW NOTIFICATIONTASK TERMBUCKET', 'delete CALENDARFEED EMAIL NOTIFICATIONSETTINGS PASSKEY PASSKEYCREDENTIAL', 'send to DeliveryQueue', 'send to EmailQueue', 'send to MediaQueue', 'send to StepQueue', 'delete objects of Media/*', 'list Media', ...SEND_TO_PUBLISH_QUEUES, 'manage arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/ContentIntelligence-production-Schedules/scd_*', 'pass PostScheduleRole', 'add objects to StreamDeadLetters/*', 'list StreamDeadLetters', 'list streams Table/stream', 'read Table/stream'],
  'on-publish-scheduled': [...SEND_TO_PUBLISH_QUEUES, 'report failures to InvocationDeadLetters'],
  'on-schedule-planning-due': ['get ENTRY SCHEDULEPLAN', 'query Table/index/by_due', 'put SCHEDULEPLAN', 'manage arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/ContentIntelligence-production-Schedules/scd_*', 'pass PostScheduleRole', 'report failures to InvocationDeadLetters'],
  'on-email-queued': ['get APPROVALREMINDER CONTENT EMAILCOUNT INVITATION MEMBER NOTIFICATION NOTIFICATIONDIGEST NOTIFICATIONSETTINGS NOTIFICATIONTASK SENTEMAIL SETTINGS SIGNINREQUEST WORKSPACE', 'query MEMBER NOTIFICATIONSETTINGS SIGNINLINK UNSENTNOTIFICATION', 'query Table/index/by_parent', 'put INVITATION INVITATIONTOKEN NOTIFICATIONDIGEST SENTEMAIL SIGNINLINK', 'update NOTIFICATIONTASK', 'update EMAILCOUNT', 'delete NOTIFICATIONTASK UNSENTNOTIFICATION', 'send to EmailQueue'],
  'on-media-queued': ['get MEDIA WORKSPACE', 'put INFLIGHT MEDIA MEDIADELETION', 'update AGENTUSAGE COUNT', 'delete INFLIGHT', 'consume MediaQueue', 'send to MediaQueue', 'list Media', 'read and delete objects of Media/uploads/*', 'add objects, also in parts, to Media/media/*'],
  'on-sweep-due': ['get ACCOUNTREMOVAL CONTENT ENGAGEMENT ENGAGEMENTWINDOW ENTRY EXPORT HALTRELEASE IMPORT MEDIA NOTIFICATIONTASK RECOVERY RECURRENCE REMINDERCHECK SETTINGS', 'put ACCOUNTREMOVAL APPROVALREMINDER ENGAGEMENT ENGAGEMENTWINDOW EXPORT HALTRELEASE HEARTBEAT IMPORT MEDIA NOTIFICATION NOTIFICATIONTASK RECOVERY RECURRENCE REMINDERCHECK UNSENTNOTIFICATION', 'update COUNT NOTIFICATIONTASK', 'delete MEDIA NOTIFICATIONTASK', 'query Table/index/by_due', 'send to DeliveryQueue', 'send to EmailQueue', ...SEND_TO_PUBLISH_QUEUES, ...['Publish', 'Delivery', 'MetricPoll', 'Email', 'Step', 'Invocation', 'Media'].map((queue) => `sqs:GetQueueAttributes ${queue}DeadLetters`), 'kms:DescribeKey AccountKey', 'report failures to InvocationDeadLetters'],
  'on-metric-polls-due': ['get ACCOUNT POSTMETRICS', 'query Table/index/by_due', 'send to MetricPollQueue', 'report failures to InvocationDeadLetters'],
  'on-metric-poll-queued': ['get ACCOUNT METRICSSPENDING POST POSTMETRICS', 'put ENGAGEMENT METRICSSPENDING ORPHANCOMMENT POSTMETRICS', 'update ACCOUNT', 'update BUCKET CONTENTBUCKET', 'encrypt and decrypt Account secrets with AccountKey', 'consume MetricPollQueue'],
  'on-refresh-due': ['get ACCOUNT', 'query Table/index/by_due', 'update ACCOUNT', 'encrypt and decrypt Account secrets with AccountKey', 'report failures to InvocationDeadLetters'],
  'on-site-change': ['list SiteFiles', 'add and delete objects of SiteFiles/*'],
  // The roles of schedules.
  'PostScheduleRole': ['invoke OnPublishScheduled'],
  'SchedulePlanningRole': ['invoke OnSchedulePlanningDue'],
  'SweepScheduleRole': ['invoke OnSweepDue'],
  'MetricPollScheduleRole': ['invoke OnMetricPollsDue'],
  'RefreshScheduleRole': ['invoke OnRefreshDue'],
};

for (const [index, platform] of PLATFORMS.entries()) {
  MAY[`on-publish-due/${platform}`] = [...PUBLISH, `consume ${PUBLISH_QUEUES[index]}`, 'send to SlowPublishQueue'];
}
MAY['on-publish-due/slow'] = [...PUBLISH, 'consume SlowPublishQueue'];
// What the endpoints may whose handlers it has, and nothing that schedules.
const CALLED = Object.keys(CALLED_OPERATIONS).map(endpointOf);
MAY.mcp = [
  ...phrasesOf(agentAccessOf(MCP_ENDPOINT.access, CALLED)),
  ...['uploads', 'cards'].map((folder) => `add objects to Media/${folder}/*`),
  ...['media', 'cards'].map((folder) => `read objects of Media/${folder}/*`),
];
for (const [id, operation] of allEndpoints()) {
  const signed = {
    uploads: 'add objects to Media/uploads/*',
    files: 'read objects of Media/media/*',
    cards: 'read objects of Media/cards/*',
    exports: 'read objects of Media/exports/*',
    imports: ['add objects to Media/imports/*', 'read objects of Media/imports/*', 'list Media'],
  };
  const stored = operation.storesLinkCards ? ['add objects to Media/cards/*'] : [];
  const media = [...(operation.signsMediaUrls ?? []).flatMap((kind) => signed[kind]), ...stored];
  MAY[id.replace('.', '/')] = [...phrasesOf(accessOf(operation)), ...media];
}

/** The functions of the table that API Gateway invokes, as their constructs. */
const INVOKED_BY_GATEWAY = Object.keys(MAY)
  .filter((name) => name === 'unmatched' || (name.includes('/') && !name.startsWith('on-')))
  .map((name) =>
    name
      .split(/[/-]/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(''),
  );
INVOKED_BY_GATEWAY.push('Mcp');

/** Split a statement by its queues or folders: those with the same actions are one. */
function splitByResource(statement: Statement): Statement[] {
  if (!/^(sqs|s3):/.test(list(statement.Action)[0]!)) return [statement];
  return list(statement.Resource).map((resource) => ({ ...statement, Resource: resource }));
}

let stack: Synthesized;
let byRole: Map<string, Statement[]>;

beforeAll(() => {
  stack = synthesized('production');
  byRole = getStatementsByRole(stack);
});

describe('permissions of functions', () => {
  it.each(Object.entries(MAY))('%s has exactly the listed permissions', (name, expected) => {
    const statements = byRole.get(name);
    expect(statements, `${name} has no role`).toBeDefined();
    expect(
      statements!
        .filter((statement) => !isLogStatement(statement))
        .flatMap(splitByResource)
        .map(phrase)
        .sort(),
    ).toEqual([...expected].sort());
  });

  it('the roles of API Gateway invoke the functions of routes, each one role, and do nothing else', () => {
    const roles = [...byRole].filter(([name]) => name.startsWith('GatewayRole'));
    const phrases = roles.flatMap(([, statements]) => statements.map(phrase));
    expect(phrases.every((each) => each.startsWith('invoke '))).toBe(true);
    const invoked = phrases.flatMap((each) => each.slice('invoke '.length).split(', '));
    expect(invoked.sort()).toEqual(INVOKED_BY_GATEWAY.sort());
  });

  it('no function can change or delete audit entries, and only one can add them', () => {
    const verbsOn = (statements: string[]) =>
      statements.flatMap((phrase) => (/ AUDIT( |$)/.test(phrase) ? [phrase.split(' ')[0]] : []));
    const verbs = [...byRole].map(([name, all]) => [name, verbsOn(all.map(phrase))] as const);
    expect(Object.fromEntries(verbs.filter(([, each]) => each.length > 0))).toEqual({
      'audit/list': ['query'],
      'audit/verify': ['query'],
      'on-step-queued': ['query'],
      'on-table-change': ['query', 'put'],
    });
  });

  it('only the functions that sign deliveries decrypt webhook secrets, and public ones only their own kind', () => {
    const contexts = {
      Account: { account_id: 'acc_1', workspace_id: 'ws_1' },
      InboundAccount: { account_id: 'acc_1', workspace_id: 'ws_1', platform: 'twitter' },
      Endpoint: { workspace_id: 'ws_1', endpoint_id: 'wh_1' },
      ConnectFlow: { workspace_id: 'ws_1', connect_id: 'con_1' },
      PlatformApp: { app_platform: 'twitter' },
      WorkspaceApp: { workspace_id: 'ws_1', app_platform: 'twitter' },
    };
    const decrypting = (context: object) =>
      [...byRole].flatMap(([name, all]) =>
        all.some((each) => allowsContext(each, 'kms:Decrypt', context) && onKey(each)) ? [name] : [],
      );
    const onKey = ({ Resource }: Statement) => resourceName(Resource) === 'AccountKey';
    const publish = [...PLATFORMS, 'slow'].map((lane) => `on-publish-due/${lane}`);
    expect(decrypting(contexts.Endpoint).sort()).toEqual([
      'on-delivery-queued',
      'on-delivery-queued/slow',
      'webhooks/test',
    ]);
    expect(decrypting(contexts.InboundAccount).sort()).toEqual(['inbound/receive', 'inbound/verify']);
    expect(decrypting(contexts.Account).sort()).toEqual(
      ['content/resolve', ...publish, 'on-metric-poll-queued', 'on-refresh-due'].sort(),
    );
    expect(decrypting(contexts.ConnectFlow).sort()).toEqual([
      'connect/callback',
      'connect/confirm',
      'connect/select',
      'connect/submit-choice',
    ]);
    for (const app of [contexts.PlatformApp, contexts.WorkspaceApp]) {
      expect(decrypting(app).sort()).toEqual(['connect/callback', 'connect/create']);
    }
    for (const other of [{}, { workspace_id: 'ws_1' }, { ...contexts.Endpoint, more: '1' }]) {
      expect(decrypting(other)).toEqual([]);
    }
  });

  it('the MCP server can store no schedule entry, take no slot of a queue and call no publish queue', () => {
    const phrases = byRole.get('mcp')!.map(phrase).join('\n');
    expect(phrases).not.toMatch(
      /(put|update|insert|delete)[^\n]* (ENTRY|QUEUE|QUEUENAME)\b|send to|invoke|decrypt|encrypt (?!Endpoint secrets)/,
    );
    expect(phrases).toMatch(/put [^\n]*\bCONTENT\b/);
    expect(phrases).toMatch(/get [^\n]*\bQUEUE\b/);
  });

  it('every role of the templates is in the table', () => {
    const others = [...byRole.keys()].filter((name) => !name.startsWith('GatewayRole'));
    expect(others.sort()).toEqual(Object.keys(MAY).sort());
  });

  it('every function can write to the log group it is configured with, and to no other', () => {
    for (const { Properties, Metadata } of stack.ofType('AWS::Lambda::Function')) {
      const { LogGroup } = Properties.LoggingConfig as { LogGroup: { Ref: string } };
      const [log, ...more] = byRole.get(String(Metadata?.Function))!.filter(isLogStatement);
      expect(more).toEqual([]);
      expect(log!.Resource).toEqual({ 'Fn::GetAtt': [LogGroup.Ref, 'Arn'] });
    }
  });

  it('no statement has a wildcard action, a wildcard resource or the effect Deny', () => {
    const statements = [...byRole.values()].flat();
    expect(statements.length).toBeGreaterThan(60);
    for (const { Effect, Action, Resource } of statements) {
      expect(Effect).toBe('Allow');
      for (const action of list(Action)) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
      for (const resource of list(Resource)) expect(resourceName(resource)).not.toMatch(/^\*$/);
    }
  });

  it('no role has a managed policy, which this test would not see', () => {
    for (const { Properties } of stack.ofType('AWS::IAM::Role')) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
    expect(stack.ofType('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('only EventBridge Scheduler can assume the role of a schedule, in this account and for one group', () => {
    for (const name of [
      'PostScheduleRole',
      'SchedulePlanningRole',
      'SweepScheduleRole',
      'MetricPollScheduleRole',
      'RefreshScheduleRole',
    ]) {
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

function isLogStatement({ Action }: Statement): boolean {
  return VERBS[list(Action).join(' ')] === 'write log';
}

/** Describe a statement as the table does. Actions without a name are left as they are. */
function phrase(statement: Statement): string {
  const actions = list(statement.Action).join(' ');
  const verb = VERBS[actions] ?? actions;
  const names = list(statement.Resource).map(resourceName).join(', ');
  if (names === 'AccountKey' && actions !== 'kms:DescribeKey')
    return `${verb} ${secretKindOf(statement)} secrets with ${names}`;
  return names === 'Table' ? `${verb} ${kindsOf(statement)}` : `${verb} ${names}`;
}

/** Describe the permissions that table access stands for as the table does. */
function phrasesOf({ get, list, put, insert, add, remove, check, indexes = [], kms = {} }: TableAccess): string[] {
  const verbs = { get, query: list, put, insert, update: add, delete: remove, check };
  const items = Object.entries(verbs).flatMap(([verb, entities = []]) =>
    entities.length === 0 ? [] : [`${verb} ${[...new Set(entities.map(partitionKind))].sort().join(' ')}`],
  );
  const queried = indexes.map((index) => `Table/index/${index}`).join(', ');
  return [...items, ...(queried ? [`query ${queried}`] : []), ...usesOf(kms)];
}

function usesOf({ encrypt = [], decrypt = [] }: NonNullable<TableAccess['kms']>): string[] {
  return [...new Set([...encrypt, ...decrypt])].map((kind) => {
    const uses = [...(encrypt.includes(kind) ? ['encrypt'] : []), ...(decrypt.includes(kind) ? ['decrypt'] : [])];
    return `${uses.join(' and ')} ${kind} secrets with AccountKey`;
  });
}

/** The kind of item in the partitions of an entity, as `kindsOf` names it: `CONTENT`. */
function partitionKind(entity: string): string {
  const kind = ENTITIES[entity as EntityName].pk.replace('WS#{workspace_id}#', '').split('#')[0]!;
  return kind === 'WS' ? 'WORKSPACE' : kind;
}

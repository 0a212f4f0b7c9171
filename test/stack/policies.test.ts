import { beforeAll, describe, expect, it } from 'vitest';
import { MCP_ENDPOINT } from '../../lib/agents/mcp/endpoint.ts';
import { CALLED_OPERATIONS } from '../../lib/agents/tools/called-operations.ts';
import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { allJobs } from '../../lib/bundle/declared-jobs.ts';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import type { TableAccess } from '../../lib/core/api/table-access.ts';
import type { Job } from '../../lib/core/queue/define-job.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { jobFunctionId, queueId } from '../../lib/stack/construct-ids.ts';
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

/**
 * What each worker and schedule may do besides writing its log, the table access that its features declare and the queues to
 * which it sends. table-access.test.ts proves each declaration, and those of the endpoints, by running the function.
 */
// biome-ignore format: one row per line is what makes it a table.
const BESIDES: Record<string, string[]> = {
  'unmatched': ['get RATE', 'update RATE'],
  'on-delivery-queued': ['send to SlowDeliveryQueue', 'consume DeliveryQueue'],
  'on-delivery-queued/slow': ['consume SlowDeliveryQueue'],
  'on-step-queued': ['consume StepQueue', 'add objects to Media/exports/*', 'read objects of Media/exports/*', 'delete objects of Media/exports/*', 'add objects to Media/imports/*', 'read objects of Media/imports/*', 'list Media'],
  'on-table-change': ['delete objects of Media/*', 'list Media', 'manage arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/ContentIntelligence-production-Schedules/scd_*', 'pass PostScheduleRole', 'add objects to StreamDeadLetters/*', 'list StreamDeadLetters', 'list streams Table/stream', 'read Table/stream'],
  'on-publish-scheduled': ['report failures to InvocationDeadLetters'],
  'on-schedule-planning-due': ['manage arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/ContentIntelligence-production-Schedules/scd_*', 'pass PostScheduleRole'],
  'on-email-queued': [],
  'on-workspace-deletion-due': ['dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:DeleteItem every kind', 'delete objects of Media/*', 'list Media', 'scheduler:DeleteSchedule arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/ContentIntelligence-production-Schedules/scd_*'],
  'on-media-queued': ['consume MediaQueue', 'send to MediaQueue', 'list Media', 'read and delete objects of Media/uploads/*', 'add objects, also in parts, to Media/media/*'],
  'on-sweep-due': [...['Publish', 'Delivery', 'MetricPoll', 'Email', 'Step', 'Invocation', 'Media'].map((queue) => `sqs:GetQueueAttributes ${queue}DeadLetters`), 'kms:DescribeKey AccountKey'],
  'on-metric-poll-queued': ['consume MetricPollQueue'],
  'on-site-change': ['list SiteFiles', 'add and delete objects of SiteFiles/*'],
  // The role of the schedules of posts.
  'PostScheduleRole': ['invoke OnPublishScheduled'],
};

const READ_MEDIA = ['list Media', 'read objects of Media/media/*', 'read objects of Media/cards/*'];
for (const [index, platform] of PLATFORMS.entries()) {
  const queues = [`consume ${PUBLISH_QUEUES[index]}`, 'send to SlowPublishQueue'];
  BESIDES[`on-publish-due/${platform}`] = [...READ_MEDIA, ...queues];
}
BESIDES['on-publish-due/slow'] = [...READ_MEDIA, 'consume SlowPublishQueue'];

const SCHEDULED = allJobs().flatMap(({ name, every, schedule = `${jobFunctionId(name)}Schedule` }) =>
  every === undefined ? [] : [{ name, schedule }],
);

/** Everything each function and schedule may do besides writing its log. */
const MAY: Record<string, string[]> = {};
for (const name of new Set([...Object.keys(BESIDES), ...SCHEDULED.map((job) => job.name)])) {
  const job = allJobs().find((each) => name === each.name || name.startsWith(`${each.name}/`));
  const reports = job?.every === undefined ? [] : ['report failures to InvocationDeadLetters'];
  MAY[name] = [...(job ? [...phrasesOf(job.access), ...sendsOf(job)] : []), ...reports, ...(BESIDES[name] ?? [])];
}
for (const { name, schedule } of SCHEDULED) MAY[`${schedule}Role`] = [`invoke ${jobFunctionId(name)}`];
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
      ['content/resolve', ...publish, 'on-metric-poll-queued', 'on-refresh-due', 'on-workspace-deletion-due'].sort(),
    );
    expect(decrypting(contexts.ConnectFlow).sort()).toEqual([
      'connect/callback',
      'connect/confirm',
      'connect/open',
      'connect/select',
      'connect/submit-choice',
    ]);
    for (const app of [contexts.PlatformApp, contexts.WorkspaceApp]) {
      expect(decrypting(app).sort()).toEqual(['connect/callback', 'connect/create', 'platform-apps/check']);
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
    for (const name of ['PostScheduleRole', ...SCHEDULED.map(({ schedule }) => `${schedule}Role`)]) {
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
function phrasesOf({
  get,
  list,
  put,
  insert,
  add,
  update,
  remove,
  check,
  indexes = [],
  kms = {},
}: TableAccess): string[] {
  const verbs = Object.entries({ get, query: list, put, insert, update, delete: remove, check });
  const items = [...verbs, ['update', add] as const].flatMap(([verb, entities = []]) =>
    entities.length === 0 ? [] : [`${verb} ${[...new Set(entities.map(partitionKind))].sort().join(' ')}`],
  );
  const queried = indexes.map((index) => `Table/index/${index}`).join(', ');
  return [...items, ...(queried ? [`query ${queried}`] : []), ...usesOf(kms)];
}

/** Describe the queues to which a job sends messages. */
function sendsOf({ sends = [] }: Job): string[] {
  return sends.flatMap((queue) =>
    queue === 'publish' ? SEND_TO_PUBLISH_QUEUES : `send to ${queueId(queue, 'Queue')}`,
  );
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

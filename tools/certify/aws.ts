import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { constructIdOf } from '../../lib/stack/construct-ids.ts';
import { requestIam } from '../cli/iam-request.ts';
import { findResources, findStack, toDataStackName, toStackName } from '../cli/stack.ts';
import type { Check, Finding } from './evidence.ts';
import { type LoopRequest, sendRequest, startRequestLoop } from './request-loop.ts';

/** What the checks know of the stage. */
export interface AwsContext {
  stage: string;
  /** `https://…/v1`. */
  baseUrl: string;
  /** An API key of an enterprise workspace that may create content and read events. */
  key: { client_id: string; client_secret: string };
  /** How long a change of a policy takes until it is in force: a minute on AWS. */
  policySeconds: number;
  /** The requests of the loop during a deployment. */
  routes: readonly LoopRequest[];
}

const RENAMED = 'x-amzn-remapped-www-authenticate';
const POLICY = { PolicyName: 'certify-leading-keys' };
/** Denies what names no leading key, so that a request succeeds only if IAM knows the key of each of its parts. */
const WITHOUT_LEADING_KEY = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Deny',
      Action: ['dynamodb:PutItem', 'dynamodb:PartiQLInsert'],
      Resource: '*',
      Condition: { Null: { 'dynamodb:LeadingKeys': 'true' } },
    },
  ],
};
/** The functions that commit transactions and that insert by PartiQL. */
const WRITERS = ['ContentCreateRole', 'OnTableChangeRole'];
const EVENT_ATTEMPTS = 30;

/** The checks of a deployed stage. */
export const AWS_CHECKS: readonly Check<AwsContext>[] = [
  { name: 'stacks', question: 'Are both stacks and the nested one complete?', run: checkStacks },
  { name: 'challenge-header', question: 'Does API Gateway rename WWW-Authenticate?', run: checkChallenge },
  {
    name: 'leading-keys',
    question: 'Do transactions and PartiQL have dynamodb:LeadingKeys in their context?',
    run: checkLeadingKeys,
  },
];

/** The check that deploys the stage again. */
export const DEPLOYMENT_CHECK: Check<AwsContext> = {
  name: 'deployment',
  question: 'Does every route respond during an upgrade, and which alarms roll it back?',
  run: checkDeployment,
};

async function checkStacks({ stage }: AwsContext): Promise<Finding> {
  const statuses = new Map<string, string>();
  for (const name of [toStackName(stage), toDataStackName(stage)]) {
    statuses.set(name, (await findStack(name))?.StackStatus ?? 'not deployed');
  }
  for (const { ResourceType, LogicalResourceId, ResourceStatus } of await findResources(stage)) {
    if (ResourceType === 'AWS::CloudFormation::Stack') statuses.set(LogicalResourceId!, ResourceStatus!);
  }
  const passed = [...statuses.values()].every((status) => /^(CREATE|UPDATE)_COMPLETE$/.test(status));
  return { expected: 'CREATE_COMPLETE or UPDATE_COMPLETE', observed: Object.fromEntries(statuses), passed };
}

async function checkChallenge({ baseUrl }: AwsContext): Promise<Finding> {
  const origin = new URL('/', baseUrl).href.slice(0, -1);
  const { status, headers } = await sendRequest(origin, { method: 'POST', path: '/mcp' });
  const names = ['www-authenticate', RENAMED].filter((name) => headers[name] !== undefined);
  const passed = status === 401 && names.length === 1 ? null : false;
  return { expected: '401 with one of both headers', observed: { status, names }, passed };
}

async function checkLeadingKeys(context: AwsContext): Promise<Finding> {
  const { stage, baseUrl, key, policySeconds } = context;
  const resources = await findResources(stage);
  const roles = WRITERS.map((id) => {
    const role = resources.find(({ LogicalResourceId = '' }) => constructIdOf(LogicalResourceId) === id);
    if (!role) throw new Error(`The stack has no role ${id}.`);
    return role.PhysicalResourceId!;
  });
  const token = await accessToken(baseUrl, key);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  try {
    const PolicyDocument = JSON.stringify(WITHOUT_LEADING_KEY);
    for (const RoleName of roles) await requestIam({ Action: 'PutRolePolicy', RoleName, ...POLICY, PolicyDocument });
    await sleep(policySeconds * 1000);
    const body = JSON.stringify({ title: 'Leading keys', platforms: ['linkedin'] });
    const created = await sendRequest(baseUrl, { method: 'POST', path: '/content', headers, body });
    const { id } = JSON.parse(created.text) as { id?: string };
    const event = created.status === 201 && (await hasEvent(baseUrl, headers, id!));
    const observed = { transaction: created.status, insertedEvent: event };
    return { expected: '201, and its event', observed, passed: created.status === 201 && event };
  } finally {
    for (const RoleName of roles) await requestIam({ Action: 'DeleteRolePolicy', RoleName, ...POLICY });
  }
}

async function hasEvent(baseUrl: string, headers: Record<string, string>, contentId: string): Promise<boolean> {
  for (let attempt = 0; attempt < EVENT_ATTEMPTS; attempt++) {
    const { text } = await sendRequest(baseUrl, { method: 'GET', path: '/events?type=content.created', headers });
    if (text.includes(contentId)) return true;
    await sleep(1_000);
  }
  return false;
}

/** Deploy the work tree to the stage under a loop of requests, and read the rollback triggers of the stack. */
async function checkDeployment({ stage, baseUrl, routes }: AwsContext): Promise<Finding> {
  const loop = startRequestLoop(baseUrl, routes);
  const deployment = spawn('npm', ['run', 'deploy', '--', '--stage', stage], { stdio: 'inherit' });
  const [code] = (await once(deployment, 'close').finally(loop.stop)) as [number];
  const { requests, rounds, failures } = await loop.stop();
  const { RollbackConfiguration } = (await findStack(toStackName(stage))) ?? {};
  const rollbackTriggers = (RollbackConfiguration?.RollbackTriggers ?? []).map(({ Arn }) => Arn!.split(':').at(-1));
  const observed = { code, requests, rounds, failures: failures.length, first: failures[0], rollbackTriggers };
  return { expected: 'code 0 and no failure', observed, passed: code === 0 && failures.length === 0 };
}

/** Exchange an API key for an access token. Throws when the service rejects it. */
export async function accessToken(baseUrl: string, key: AwsContext['key']): Promise<string> {
  const { status, text } = await sendRequest(baseUrl, {
    method: 'POST',
    path: '/auth/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...key }),
  });
  if (status !== 200) throw new Error(`The API key was rejected: ${status} ${text}`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}

import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod';
import { PersonName } from '../../lib/api/requests.ts';
import { isId } from '../../lib/domain/id.ts';
import { PLANS, type Plan } from '../../lib/domain/identity/workspace.ts';
import { withActor } from '../../lib/table/audit-stamps.ts';
import { commit } from '../../lib/table/commit.ts';
import { loadWorkspace, planWrite } from '../../lib/table/workspaces.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { createWorkspace } from './create-workspace.ts';
import { operatorActor } from './operator-actor.ts';
import { useTarget } from './target.ts';

const STAGE_USAGE = '[--stage production|development|local]';
const CREATE_USAGE = `Usage: npm run workspace -- create --name <name> --plan standard|enterprise --email <owner> ${STAGE_USAGE}`;
const PLAN_USAGE = `Usage: npm run workspace -- plan --workspace ws_… --plan standard|enterprise ${STAGE_USAGE}`;

const stage = z.string().optional();
const PLAN_NAMES = Object.keys(PLANS) as Plan[];
const plan = z.enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`);

const CreateOptions = z.strictObject({
  name: PersonName,
  plan,
  email: z.email('must be an email address').max(254),
  stage,
});

const PlanOptions = z.strictObject({
  workspace: z.string('must be given').refine((id) => isId('workspace', id), 'must be the id of a workspace'),
  plan,
  stage,
});

/** What a command is run with besides its arguments. */
export interface CliContext {
  /** The folder of the local service, where the command goes when no stage is named. */
  folder: string;
}

/**
 * Runs `workspace create …` or `workspace plan …` and answers what to print. Throws WrongArguments for what
 * cannot be understood, and other errors for what cannot be done there.
 */
export async function workspaceCommand(args: string[], cliContext: CliContext): Promise<string> {
  const [verb, ...rest] = args;
  if (verb === 'create') return create(rest, cliContext);
  if (verb === 'plan') return changePlan(rest, cliContext);
  throw new UsageError(`${CREATE_USAGE}\n${PLAN_USAGE}`);
}

async function create(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['name', 'plan', 'email', 'stage'], CREATE_USAGE);
  const { stage, ...asked } = parseOptions(CreateOptions, given, CREATE_USAGE);
  const baseUrl = await useTarget({ stage, folder });
  const nowMs = Date.now();
  const founded = createWorkspace({ ...asked, ownerName: asked.email.split('@')[0]! }, nowMs);
  await commit(withActor(founded.writes, operatorActor('workspace.create', nowMs)));
  return [
    `base url       ${baseUrl}`,
    `workspace      ${founded.workspace.id}`,
    `client id      ${founded.key.client_id}`,
    `client secret  ${founded.clientSecret}`,
    'The secret is shown this once: only its hash is kept.',
  ].join('\n');
}

async function changePlan(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['workspace', 'plan', 'stage'], PLAN_USAGE);
  const asked = parseOptions(PlanOptions, given, PLAN_USAGE);
  await useTarget({ stage: asked.stage, folder });
  const workspace = await loadWorkspace(asked.workspace);
  if (!workspace) throw new Error(`There is no workspace ${asked.workspace} there.`);
  if (workspace.plan === asked.plan) return `${workspace.id} is on the ${asked.plan} plan already.`;
  await commit(withActor([planWrite(workspace, asked.plan)], operatorActor('workspace.plan', Date.now())));
  return [
    `${workspace.id} is on the ${asked.plan} plan now; it was on ${workspace.plan}.`,
    'Its requests know within a minute. Webhook endpoints are paused or resumed by it at once.',
  ].join('\n');
}

function parseArguments(args: string[], names: string[], usage: string): Record<string, unknown> {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    names.map((name) => [name, { type: 'string' }]),
  );
  try {
    return { ...parseArgs({ args, options, allowPositionals: false }).values };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

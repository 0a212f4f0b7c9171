import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod';
import { PersonName } from '../../lib/api/request-fields.ts';
import { isId } from '../../lib/domain/id.ts';
import { PLANS, type Plan } from '../../lib/domain/identity/workspace.ts';
import { withActor } from '../../lib/table/audit-stamps-and-tombstones.ts';
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

/** The context of a command besides its arguments. */
export interface CliContext {
  /** The folder of the local service, which is the target without a stage. */
  folder: string;
}

/**
 * Runs `workspace create …` or `workspace plan …`. Returns the text to print. Throws a UsageError for invalid
 * arguments, and other errors when the target cannot be reached.
 */
export async function workspaceCommand(args: string[], cliContext: CliContext): Promise<string> {
  const [verb, ...rest] = args;
  if (verb === 'create') return create(rest, cliContext);
  if (verb === 'plan') return changePlan(rest, cliContext);
  throw new UsageError(`${CREATE_USAGE}\n${PLAN_USAGE}`);
}

async function create(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['name', 'plan', 'email', 'stage'], CREATE_USAGE);
  const { stage, ...input } = parseOptions(CreateOptions, given, CREATE_USAGE);
  const baseUrl = await useTarget({ stage, folder });
  const nowMs = Date.now();
  const created = createWorkspace({ ...input, ownerName: input.email.split('@')[0]! }, nowMs);
  await commit(withActor(created.writes, operatorActor('workspace.create', nowMs)));
  return [
    `base url       ${baseUrl}`,
    `workspace      ${created.workspace.id}`,
    `client id      ${created.key.client_id}`,
    `client secret  ${created.clientSecret}`,
    'The secret is shown only once: the service stores its hash.',
  ].join('\n');
}

async function changePlan(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['workspace', 'plan', 'stage'], PLAN_USAGE);
  const input = parseOptions(PlanOptions, given, PLAN_USAGE);
  await useTarget({ stage: input.stage, folder });
  const workspace = await loadWorkspace(input.workspace);
  if (!workspace) throw new Error(`There is no workspace ${input.workspace}.`);
  if (workspace.plan === input.plan) return `${workspace.id} is already on the ${input.plan} plan.`;
  await commit(withActor([planWrite(workspace, input.plan)], operatorActor('workspace.plan', Date.now())));
  return [
    `${workspace.id} is now on the ${input.plan} plan; the previous plan was ${workspace.plan}.`,
    'Requests use the new plan within a minute. Webhook endpoints are paused or resumed immediately.',
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

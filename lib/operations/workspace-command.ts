import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod';
import { Name } from '../contract/requests.ts';
import { PLANS, type Plan } from '../domain/workspace.ts';
import { commit } from '../table/commit.ts';
import { checkOptions, WrongArguments } from './arguments.ts';
import { foundWorkspace } from './new-workspace.ts';
import { goTo } from './place.ts';

const CREATE_USAGE =
  'Usage: npm run workspace -- create --name <name> --plan standard|enterprise --email <owner> [--stage production|development|local]';

const stage = z.string().optional();
const PLAN_NAMES = Object.keys(PLANS) as Plan[];

const CreateOptions = z.strictObject({
  name: Name,
  plan: z.enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`),
  email: z.email('must be an email address').max(254),
  stage,
});

/** What a command is run with besides its arguments. */
export interface Surroundings {
  /** The folder of the local service, where the command goes when no stage is named. */
  folder: string;
}

/**
 * Runs `workspace create …` and answers what to print. Throws WrongArguments for what cannot be understood,
 * and other errors for what cannot be done there.
 */
export async function workspaceCommand(args: string[], surroundings: Surroundings): Promise<string> {
  const [verb, ...rest] = args;
  if (verb === 'create') return create(rest, surroundings);
  throw new WrongArguments(CREATE_USAGE);
}

async function create(args: string[], { folder }: Surroundings): Promise<string> {
  const given = optionsOf(args, ['name', 'plan', 'email', 'stage'], CREATE_USAGE);
  const { stage, ...asked } = checkOptions(CreateOptions, given, CREATE_USAGE);
  const baseUrl = await goTo({ stage, folder });
  const founded = foundWorkspace({ ...asked, ownerName: asked.email.split('@')[0]! }, Date.now());
  await commit(founded.writes);
  return [
    `base url       ${baseUrl}`,
    `workspace      ${founded.workspace.id}`,
    `client id      ${founded.key.client_id}`,
    `client secret  ${founded.clientSecret}`,
    'The secret is shown this once: only its hash is kept.',
  ].join('\n');
}

function optionsOf(args: string[], names: string[], usage: string): Record<string, unknown> {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    names.map((name) => [name, { type: 'string' }]),
  );
  try {
    return { ...parseArgs({ args, options, allowPositionals: false }).values };
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message}\n${usage}`);
  }
}

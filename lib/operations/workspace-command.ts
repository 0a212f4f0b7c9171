import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod';
import { Name } from '../contract/requests.ts';
import { isId } from '../domain/id.ts';
import { formatInstant } from '../domain/instant.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import { PLANS, type Plan } from '../domain/workspace.ts';
import { accountWrite } from '../table/account.ts';
import { commit } from '../table/commit.ts';
import { loadWorkspace } from '../table/workspace.ts';
import { checkOptions, WrongArguments } from './arguments.ts';
import { foundWorkspace } from './new-workspace.ts';
import { goTo } from './place.ts';

const CREATE_USAGE =
  'Usage: npm run workspace -- create --name <name> --plan standard|enterprise --email <owner> [--stage production|development|local]';
const CONNECT_USAGE =
  'Usage: npm run workspace -- connect --workspace ws_… --platform twitter|linkedin|instagram --external-id <id> [--stage production|development|local]\n' +
  'The access token is read from standard input, or from PLATFORM_ACCESS_TOKEN.';

const stage = z.string().optional();
const PLAN_NAMES = Object.keys(PLANS) as Plan[];

const CreateOptions = z.strictObject({
  name: Name,
  plan: z.enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`),
  email: z.email('must be an email address').max(254),
  stage,
});

/** The form of the platforms' own ids of accounts: `lib/publishers` puts them into requests as they are. */
const EXTERNAL_IDS: Record<Platform, { form: RegExp; described: string }> = {
  twitter: { form: /^\d{1,20}$/, described: 'the numeric id of the user' },
  linkedin: {
    form: /^urn:li:(person|organization):[\w-]{1,64}$/,
    described: 'a urn, as urn:li:organization:123 or urn:li:person:abc',
  },
  instagram: { form: /^\d{1,20}$/, described: 'the numeric id of the professional account' },
};

const ConnectOptions = z
  .strictObject({
    workspace: z.string().refine((id) => isId('workspace', id), 'must be the id of a workspace, ws_…'),
    platform: z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`),
    'external-id': z.string(),
    stage,
  })
  .superRefine(({ platform, 'external-id': id }, { addIssue }) => {
    const { form, described } = EXTERNAL_IDS[platform];
    if (!form.test(id)) addIssue({ code: 'custom', path: ['external-id'], message: `must be ${described}` });
  });

/** What a command is run with besides its arguments. */
export interface Surroundings {
  /** The folder of the local service, where the command goes when no stage is named. */
  folder: string;
  /** The access token to connect an account with; empty when none was given. */
  readToken: () => Promise<string>;
}

/**
 * Runs `workspace create …` or `workspace connect …` and answers what to print. Throws WrongArguments for
 * what cannot be understood, and other errors for what cannot be done there.
 */
export async function workspaceCommand(args: string[], surroundings: Surroundings): Promise<string> {
  const [verb, ...rest] = args;
  if (verb === 'create') return create(rest, surroundings);
  if (verb === 'connect') return connect(rest, surroundings);
  throw new WrongArguments(`${CREATE_USAGE}\n${CONNECT_USAGE}`);
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

async function connect(args: string[], { folder, readToken }: Surroundings): Promise<string> {
  const given = optionsOf(args, ['workspace', 'platform', 'external-id', 'stage'], CONNECT_USAGE);
  const asked = checkOptions(ConnectOptions, given, CONNECT_USAGE);
  const token = (await readToken()).trim();
  // What cannot stand in a header would fail every post.
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw new WrongArguments(`The access token must be one line without spaces.\n${CONNECT_USAGE}`);
  }
  await goTo({ stage: asked.stage, folder });
  const workspace = await loadWorkspace(asked.workspace);
  if (!workspace) throw new Error(`There is no workspace ${asked.workspace} there.`);
  await commit([
    accountWrite({
      workspace_id: workspace.id,
      platform: asked.platform,
      external_id: asked['external-id'],
      access_token: token,
      created_at: formatInstant(Date.now()),
    }),
  ]);
  return `${workspace.name} (${workspace.id}) now publishes to ${asked.platform} as ${asked['external-id']}.`;
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

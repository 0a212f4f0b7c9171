import type { Context } from './context.ts';
import type { Flag } from './flags.ts';
import { OPERATIONS } from './operations.ts';

/** A command that is written by hand. */
export interface Command {
  name: string;
  /** The arguments, as the help shows them. */
  usage: string;
  summary: string;
  flags: readonly Flag[];
  examples: readonly [string, string];
  run(context: Context): Promise<number>;
}

/** A short name of the command of an operation, with the first of its arguments. */
export interface Shortcut {
  name: string;
  usage: string;
  summary: string;
  /** The words that it stands for. */
  words: readonly [resource: string, verb: string, ...args: string[]];
}

/** What to do with a secret, which no flag of these commands takes. */
export const KEY_ADVICE = 'cis login --key asks for it; programs set CIS_CLIENT_SECRET, or write it to stdin.';

const text = (name: string, description: string, values?: readonly string[]): Flag => ({
  name,
  kind: 'text',
  description,
  ...(values && { values }),
});
const list = (name: string, description: string, values?: readonly string[]): Flag => ({
  name,
  kind: 'list',
  description,
  ...(values && { values }),
});
const texts = (name: string, description: string): Flag => ({ name, kind: 'texts', description });
const on = (name: string, description: string): Flag => ({ name, kind: 'switch', description });

/** The platforms of an item that is created. */
const PLATFORMS = OPERATIONS.find(({ resource, verb }) => resource === 'content' && verb === 'create')?.flags.find(
  ({ name }) => name === 'platforms',
)?.values;

/** The commands that are written by hand. Each is loaded when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'login',
    usage: 'cis login [--key] [--base-url URL]',
    summary: 'Log in by the dashboard, or with an API key.',
    flags: [
      text(
        'base-url',
        'The base URL, which ends with /v1. Defaults to that of the profile, else to the local service.',
      ),
      on('key', 'Log in with an API key: asks for its id and its secret.'),
      text('client-id', 'The id of the API key.'),
      text('scope', 'The permissions of the login. Defaults to all but keys:write and team:write.'),
      text('name', 'The name of this device in the dashboard. Defaults to the host name.'),
      text('dashboard-url', 'The URL of the dashboard, for cis open.'),
      on('no-browser', 'Do not open a browser.'),
    ],
    examples: ['cis login --base-url https://social.example.com/v1', 'cis login --key --profile client-a'],
    run: async (context) => (await import('./login.ts')).logIn(context),
  },
  {
    name: 'logout',
    usage: 'cis logout',
    summary: 'Revoke the login, and remove the profile.',
    flags: [],
    examples: ['cis logout', 'cis logout --profile client-a'],
    run: async (context) => (await import('./login.ts')).logOut(context),
  },
  {
    name: 'whoami',
    usage: 'cis whoami',
    summary: 'Print the workspace, the user and the permissions.',
    flags: [],
    examples: ['cis whoami', 'cis whoami --profile client-a --json'],
    run: async (context) => (await import('./login.ts')).whoAmI(context),
  },
  {
    name: 'profiles',
    usage: 'cis profiles [use NAME]',
    summary: 'List the profiles, or choose the current one.',
    flags: [],
    examples: ['cis profiles', 'cis profiles use client-a'],
    run: async (context) => (await import('./profiles.ts')).profiles(context),
  },
  {
    name: 'post',
    usage: 'cis post "text" --to PLATFORMS',
    summary: 'Publish a text, now or at a time. - reads it from stdin.',
    flags: [
      {
        ...list('to', 'The platforms, such as x,bluesky.', PLATFORMS),
        alike: ['platforms'],
      },
      list('account', 'The ids of the accounts. Defaults to the default account of each platform.'),
      {
        ...text('at', 'When: "tomorrow 9:00 Europe/Berlin", "in 2 hours", 2026-12-01T09:00:00+01:00. Defaults to now.'),
        alike: ['scheduled-at', 'time', 'when'],
      },
      { ...texts('image', 'An image or a video. Repeat it for more.'), alike: ['media', 'file', 'video'] },
      texts('alt', 'The text that describes an image: the first for the first image.'),
      texts('thread', 'A further post of the thread. Repeat it for more.'),
      text('first-comment', 'The first comment on the post.'),
      on('draft', 'Create a draft.'),
      on('wait', 'Wait for the outcome, and print the URLs.'),
      text('output', 'url: wait for the outcome, and print only the URLs, one per line.', ['url']),
      text('idempotency-key', 'Two commands with one key publish one post.'),
    ],
    examples: [
      'cis post "Hello" --to x,bluesky --wait',
      'cis post "Hello" --to bluesky --image a.jpg --alt "A red jacket" --at "tomorrow 9:00 Europe/Berlin"',
    ],
    run: async (context) => (await import('./post.ts')).post(context),
  },
  {
    name: 'import',
    usage: 'cis import plan.csv [--dry-run]',
    summary: 'Create the posts of a CSV file or of JSON lines, each once.',
    flags: [
      on('dry-run', 'Check each row, and send nothing.'),
      text('time-zone', 'The zone of times without one. Defaults to that of this machine.'),
      text('concurrency', 'How many rows are processed at the same time. Defaults to 4.'),
    ],
    examples: ['cis import plan.csv --dry-run', 'cis import plan.csv --time-zone Europe/Berlin'],
    run: async (context) => (await import('./import.ts')).importPlan(context),
  },
  {
    name: 'tail',
    usage: 'cis tail [--type TYPE] [--since 10m]',
    summary: 'Print events as they happen.',
    flags: [
      text('type', 'Only events of this type.'),
      text('since', 'Begin with the events of the last 30s, 10m, 2h or 1d.'),
    ],
    examples: ['cis tail', 'cis tail --type content.published --since 10m'],
    run: async (context) => (await import('./tail.ts')).tail(context),
  },
  {
    name: 'listen',
    usage: 'cis listen --forward-to URL [--events TYPES]',
    summary: 'Send events to a program on this machine, signed as webhooks.',
    flags: [
      text('forward-to', 'The URL that receives the events, such as http://localhost:8080/hooks.'),
      list('events', 'Only events of these types: content.published,content.failed. Defaults to all.'),
      text('since', 'Begin with the events of the last 30s, 10m, 2h or 1d. Defaults to now.'),
      on('print-secret', 'Print the secret that signs the events on this machine, and end.'),
    ],
    examples: [
      'cis listen --forward-to http://localhost:8080/hooks',
      'cis listen --forward-to http://localhost:8080/hooks --events content.published,content.failed --since 10m',
    ],
    run: async (context) => (await import('./listen.ts')).listen(context),
  },
  {
    name: 'open',
    usage: 'cis open [ID]',
    summary: 'Open the dashboard, or a post in it.',
    flags: [],
    examples: ['cis open', 'cis open cnt_01K00000000000000000000000'],
    run: async (context) => (await import('./open.ts')).open(context),
  },
  {
    name: 'completion',
    usage: 'cis completion bash|zsh|fish',
    summary: 'Print the completion script of a shell.',
    flags: [],
    examples: [
      'cis completion bash > cis-completion.bash',
      'cis completion fish > ~/.config/fish/completions/cis.fish',
    ],
    run: async (context) => (await import('./completion.ts')).completion(context),
  },
];

/** The short names of what people do most. */
export const SHORTCUTS: readonly Shortcut[] = [
  { name: 'list', usage: 'cis list', summary: 'List posts, newest first.', words: ['content', 'list'] },
  { name: 'show', usage: 'cis show ID', summary: 'Show a post and its outcomes.', words: ['content', 'get'] },
  {
    name: 'cancel',
    usage: 'cis cancel ID',
    summary: 'Cancel a post that is scheduled.',
    words: ['content', 'update', '--status', 'cancelled'],
  },
  {
    name: 'retry',
    usage: 'cis retry ID',
    summary: 'Publish again on the platforms that failed.',
    words: ['content', 'retry'],
  },
];

/** The names of all commands but those of operations. */
export const COMMAND_NAMES: readonly string[] = [
  ...[...COMMANDS, ...SHORTCUTS].map(({ name }) => name),
  'help',
  'version',
];

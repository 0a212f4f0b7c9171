import { isIPv4 } from 'node:net';
import { workspaceHeaders } from '../../typescript/src/arguments.ts';
import type { ClientOptions } from '../../typescript/src/options.ts';
import { Transport } from '../../typescript/src/transport.ts';
import { type Given, textOf } from './flags.ts';
import { Output } from './output.ts';
import { configFolder, type Profile, Store } from './store.ts';
import { type Credentials, tokenSource } from './tokens.ts';
import { suggestion, UsageError } from './usage.ts';

/** Credentials for a service on this machine, for a user without others. */
export type Fallback = () => Profile | undefined;

/** What a command uses. */
export interface Context {
  given: Given;
  env: NodeJS.ProcessEnv;
  output: Output;
  store: Store;
  fallback: Fallback;
}

/** Create the context of a command from its arguments. */
export function createContext(given: Given, env: NodeJS.ProcessEnv, fallback: Fallback): Context {
  const output = new Output(given.switches.get('json') ?? false);
  const store = new Store(configFolder(env), (text) => output.warn(text));
  return { given, env, output, store, fallback };
}

/** Return the name of the profile that was chosen by a flag or by the environment. */
export function chosenProfile({ given, env }: Context): string | undefined {
  return textOf(given, 'profile') ?? (env.CIS_PROFILE || undefined);
}

/**
 * Find the credentials: of the chosen profile, else of the environment, else of the current profile. Throws a UsageError
 * with advice.
 */
export function findCredentials(context: Context): Credentials {
  const { env, store, fallback } = context;
  const chosen = chosenProfile(context);
  const { profiles, current } = store.read();
  if (chosen === undefined && (env.CIS_CLIENT_ID || env.CIS_CLIENT_SECRET)) {
    return fromEnvironment(env, profiles[current ?? '']);
  }
  const name = chosen ?? current;
  const profile = name === null ? undefined : profiles[name];
  if (profile) return { ...profile, profile: name };
  if (chosen !== undefined) {
    throw new UsageError(
      `There is no profile ${chosen}.${suggestion(chosen, Object.keys(profiles))} Log in: cis login --profile ${chosen}`,
    );
  }
  const local = fallback();
  if (local) return { ...local, profile: null };
  throw new UsageError('You are not logged in. Log in: cis login');
}

/** Create the connection to the service. `onResponse` receives the headers of each response. */
export function connect(
  context: Context,
  credentials: Credentials = findCredentials(context),
  onResponse?: ClientOptions['onResponse'],
): Transport {
  const transport = new Transport({
    baseUrl: credentials.base_url,
    accessToken: tokenSource(credentials, context.store),
    ...(onResponse && { onResponse }),
  });
  const workspace = chosenWorkspace(context);
  return workspace === undefined ? transport : transport.withHeaders(workspaceHeaders(workspace));
}

/** Return the workspace that a flag names. Throws a UsageError for a text that names none. */
export function chosenWorkspace({ given }: Pick<Context, 'given'>): string | undefined {
  const workspace = textOf(given, 'workspace');
  if (workspace === undefined || /^(ws_\w+|external:.+)$/.test(workspace)) return workspace;
  throw new UsageError(`--workspace is ws_… or external:…, and not ${workspace}.`);
}

function fromEnvironment(env: NodeJS.ProcessEnv, current: Profile | undefined): Credentials {
  const { CIS_BASE_URL: base, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret } = env;
  if (!client_id || !client_secret) throw new UsageError('Set both CIS_CLIENT_ID and CIS_CLIENT_SECRET.');
  const base_url = base ? normalizeBaseUrl(base) : current?.base_url;
  if (!base_url) throw new UsageError('Set CIS_BASE_URL, too.');
  return { base_url, client_id, client_secret, profile: null };
}

/** Validate a base URL, and remove a slash at its end. A secret goes only to https, or to this machine. */
export function normalizeBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${text} is no URL. A base URL is like https://social.example.com/v1`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    throw new UsageError(`${text} is not encrypted. A base URL begins with https://`);
  }
  return text.replace(/\/+$/, '');
}

/** Tell whether a URL is of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}

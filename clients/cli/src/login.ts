import { hostname } from 'node:os';
import { ApiError } from '../../typescript/src/errors.ts';
import { Transport } from '../../typescript/src/transport.ts';
import type { Verify } from '../../typescript/src/types.ts';
import { openBrowser } from './browser.ts';
import { type Context, chosenProfile, connect, findCredentials, normalizeBaseUrl } from './context.ts';
import { logInDevice, revokeLogin } from './device-flow.ts';
import { describeFailure, EXIT, reportFailure } from './failures.ts';
import { textOf } from './flags.ts';
import { GRANTABLE_PERMISSIONS } from './operations.ts';
import { ask } from './prompt.ts';
import type { Profile, Stored } from './store.ts';
import { exchangeKey, forgetToken, keepToken } from './tokens.ts';
import { UsageError } from './usage.ts';

const LOCAL_SERVICE = 'http://127.0.0.1:3000/v1';
/** What a command line rarely needs, and a stolen file should not allow. */
const EXCLUDED = ['keys:write', 'team:write'];

/** The scope of a login: every permission that can be granted but those that create credentials and members. */
const DEFAULT_SCOPE = GRANTABLE_PERMISSIONS.filter((each) => !EXCLUDED.includes(each)).join(' ');

/** Log in, by the dashboard or with a key, and store the credentials in a profile. */
export async function logIn(context: Context): Promise<number> {
  const { given, output, store } = context;
  const name = chosenProfile(context) ?? store.read().current ?? 'default';
  const baseUrl = await findBaseUrl(context, name);
  const dashboard = textOf(given, 'dashboard-url');
  if (dashboard !== undefined) assertPage(dashboard);
  // A file that cannot be written is an error before a person confirms anything.
  await store.assertWritable();
  const request = given.switches.get('key') ? withKey : withDevice;
  const login = await request(context, baseUrl).catch((error) => Promise.reject(explain(error, baseUrl)));
  if (dashboard !== undefined) login.profile.dashboard_url = dashboard;
  const { verified, earlier } = await keep(login, name, context).catch(async (error) => {
    // No one knows of a login that is not stored, so it must not stay.
    await revoke(context, login.profile);
    throw explain(error, baseUrl);
  });
  if (earlier) await revoke(context, earlier);
  output.note(`You are logged in to the workspace ${verified.workspace_id} at ${baseUrl}, as the profile ${name}.`);
  return EXIT.success;
}

async function keep(login: Login, name: string, { store }: Context) {
  const verified = await verify(login.profile.base_url, String(login.response.access_token));
  return { verified, earlier: await store.update((stored) => replaceProfile(stored, name, login)) };
}

function assertPage(url: string): void {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${url} is no page. The URL of a dashboard is like https://social.example.com/app/`);
  }
}

/** Return the error of a login. Where nothing is found, the base URL is not that of an API. */
function explain(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof ApiError) || error.status !== 404) return error;
  return new UsageError(`There is no API at ${baseUrl}. A base URL is like https://social.example.com/v1`);
}

/** Log out: revoke the login, and remove the profile. */
export async function logOut(context: Context): Promise<number> {
  const { output, store } = context;
  const { current, profiles } = store.read();
  const name = chosenProfile(context) ?? current;
  const profile = name === null ? undefined : profiles[name];
  if (name === null || !profile) throw new UsageError('You are not logged in.');
  // The file first: a login that the service could not revoke is gone from this machine all the same.
  await store.update((stored) => {
    forgetToken(stored, { ...profile, profile: name });
    delete stored.profiles[name];
    if (stored.current === name) stored.current = Object.keys(stored.profiles)[0] ?? null;
  });
  await revoke(context, profile);
  output.note(`The profile ${name} is removed.`);
  return EXIT.success;
}

/** Print who is logged in, and where. */
export async function whoAmI(context: Context): Promise<number> {
  const credentials = findCredentials(context);
  try {
    const verified = await connect(context, credentials).send<Verify>({ method: 'GET', path: '/auth/verify' });
    context.output.object({ profile: credentials.profile, base_url: credentials.base_url, ...verified });
    return EXIT.success;
  } catch (error) {
    return reportFailure(error, { isRead: true }, context.output);
  }
}

interface Login {
  profile: Profile;
  response: Record<string, string | number | undefined>;
}

async function withDevice({ given, output, env }: Context, baseUrl: string): Promise<Login> {
  const isOpening = !given.switches.get('no-browser');
  const response = await logInDevice(baseUrl, {
    scope: textOf(given, 'scope')?.replaceAll(',', ' ') ?? DEFAULT_SCOPE,
    deviceName: textOf(given, 'name') ?? hostname(),
    async show({ userCode, url, completeUrl }) {
      output.note(`Open ${url} and enter the code ${userCode}`);
      if (isOpening && (await openBrowser(completeUrl, env))) output.note('Your browser opens the page.');
      output.progress('Waiting for the confirmation in the dashboard');
    },
  });
  const page = new URL(response.verification_uri);
  const dashboard_url = page.origin + page.pathname.replace(/[^/]*$/, '');
  return { profile: { base_url: baseUrl, dashboard_url, refresh_token: String(response.refresh_token) }, response };
}

async function withKey({ given, env }: Context, baseUrl: string): Promise<Login> {
  const client_id = textOf(given, 'client-id') ?? (env.CIS_CLIENT_ID || (await ask('Client id: ')));
  const client_secret = env.CIS_CLIENT_SECRET || (await ask('Client secret: ', { isHidden: true }));
  const profile = { base_url: baseUrl, client_id, client_secret };
  return { profile, response: await exchangeKey(profile) };
}

function verify(baseUrl: string, accessToken: string): Promise<Verify> {
  return new Transport({ baseUrl, accessToken }).send({ method: 'GET', path: '/auth/verify' });
}

/** Store a login. Returns the profile that had the name before. */
function replaceProfile(stored: Stored, name: string, { profile, response }: Login): Profile | undefined {
  const earlier = stored.profiles[name];
  if (earlier) forgetToken(stored, { ...earlier, profile: name });
  stored.profiles[name] = profile;
  stored.current ??= name;
  keepToken(stored, { ...profile, profile: name }, response);
  return earlier;
}

async function revoke({ output }: Context, { base_url, refresh_token }: Profile): Promise<void> {
  if (refresh_token === undefined) return;
  try {
    await revokeLogin(base_url, refresh_token);
  } catch (error) {
    output.note(describeFailure(error, { isRead: true }));
    output.warn('A login could not be revoked. Revoke it in the dashboard.');
  }
}

/** Find the base URL of a login: given, of the profile, or of the local service. */
async function findBaseUrl({ given, env, store }: Context, name: string): Promise<string> {
  const url = textOf(given, 'base-url') ?? (env.CIS_BASE_URL || store.read().profiles[name]?.base_url);
  if (url) return normalizeBaseUrl(url);
  const response = await fetch(`${LOCAL_SERVICE}/problems`, { headers: { accept: 'application/json' } }).catch(
    () => null,
  );
  if (response?.ok) return LOCAL_SERVICE;
  throw new UsageError('--base-url is missing, and no local service responds at http://127.0.0.1:3000');
}

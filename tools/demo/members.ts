import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { createJsonApiClient, type JsonApiClient, jsonApiClientWith } from '../local-stack/api-client.ts';
import type { LocalService } from '../local-stack/local-service.ts';
import { readMailbox } from '../local-stack/mailbox-page.ts';
import { type Author, EMAILS } from './content.ts';
import type { DemoProgress } from './progress.ts';

/** A session ends after seven days without use. */
const SESSION_MS = 6 * DAY_MS;
/** The access token of a session is valid for five minutes. */
const TOKEN_MS = 4 * 60_000;

/**
 * Create what lets the members of the demo call the API: each call has a token of the present time. The sessions are those
 * of the progress. `wrap` changes the client of a member.
 */
export function createMembers(
  service: LocalService,
  folder: string,
  { sessions }: Pick<DemoProgress, 'sessions'>,
  wrap: DemoProgress['once'] = (_, client) => client,
) {
  /** Sign in by the link of the email that the service sends. */
  async function signIn(author: Author): Promise<string> {
    const email = EMAILS[author];
    await anonymous('/auth/sign-in', { email });
    await service.settle();
    const { text } = readMailbox(folder).find(({ to, text }) => to === email && text.includes('/sign-in?token='))!;
    const token = /\/sign-in\?token=([\w-]+)/.exec(text)![1]!;
    const response = await anonymous('/auth/sessions', { token });
    return response.headers.getSetCookie()[0]!.split(';')[0]!;
  }

  async function anonymous(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
    return response;
  }

  /** Return the session cookie of a member, who signs in when the last session may have ended. */
  async function cookieOf(author: Author): Promise<string> {
    const known = sessions.get(author);
    const isUsable = known !== undefined && Date.now() - known.usedMs < SESSION_MS;
    const cookie = isUsable ? known.cookie : await signIn(author);
    sessions.set(author, { cookie, usedMs: Date.now() });
    return cookie;
  }

  async function authorize(author: Author): Promise<JsonApiClient> {
    if (author === 'ida') return createJsonApiClient(service.credentials);
    const response = await anonymous('/auth/sessions/token', {}, { cookie: await cookieOf(author) });
    const { access_token } = (await response.json()) as { access_token: string };
    return jsonApiClientWith(service.baseUrl, access_token);
  }

  const clients = new Map<Author, { client: JsonApiClient; sinceMs: number }>();
  const as = async (author: Author): Promise<JsonApiClient> => {
    const known = clients.get(author);
    if (known && Date.now() - known.sinceMs < TOKEN_MS) return known.client;
    const client = wrap(author, await authorize(author));
    clients.set(author, { client, sinceMs: Date.now() });
    return client;
  };
  return { as, cookieOf };
}

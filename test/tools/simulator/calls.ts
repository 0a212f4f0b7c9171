import type { startSimulator } from '../../platforms/platforms.ts';

export type Simulated = Awaited<ReturnType<typeof startSimulator>>;

export const json = { 'content-type': 'application/json' };

/** What X and Instagram want in front of a JSON body. */
export const x = (token = 'anyone') => ({ ...json, authorization: `Bearer ${token}` });

/** What LinkedIn wants in front of a JSON body. */
export const linkedIn = { ...x(), 'linkedin-version': '202607', 'x-restli-protocol-version': '2.0.0' };

export const linkedInPost = (commentary: string, author = 'urn:li:person:abc') => ({
  author,
  commentary,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
});

async function answered(response: Response) {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** One call with a JSON body. Rejects when the answer breaks off or is not JSON. */
export async function call(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return answered(await fetch(`${origin}${path}`, { method, headers, ...sent }));
}

/** One call with a form. */
export async function sendForm(
  origin: string,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const sent = { method: 'POST', headers, body: new URLSearchParams(form) };
  return answered(await fetch(`${origin}${path}`, sent));
}

/** Tell the simulator something it may reject. */
export const order = ({ origin }: Simulated, noun: string, body: unknown) =>
  call(origin, 'POST', `/_simulator/${noun}`, json, body);

export const postOnX = ({ origin }: Simulated, text: string, token?: string) =>
  call(origin, 'POST', '/_simulator/twitter/2/tweets', x(token), { text });

export const postOnLinkedIn = ({ origin }: Simulated, text: string, token = 'anyone', author?: string) => {
  const headers = { ...linkedIn, ...x(token) };
  return call(origin, 'POST', '/_simulator/linkedin/rest/posts', headers, linkedInPost(text, author));
};

/** Call Instagram below its version. */
export const graph = ({ origin }: Simulated, method: string, path: string, body?: unknown, token?: string) =>
  call(origin, method, `/_simulator/instagram/v26.0${path}`, x(token), body);

/** Make a container, looks at it `looks` times, and give its id. */
export async function makeContainer(
  simulator: Simulated,
  account: string,
  more: { image_url?: string; caption?: string } = {},
  looks = 1,
): Promise<string> {
  const body = { image_url: 'https://a.example/a.jpg', ...more };
  const { id } = (await graph(simulator, 'POST', `/${account}/media`, body)).body;
  for (let look = 0; look < looks; look += 1) await stateOf(simulator, id);
  return id;
}

export async function stateOf(simulator: Simulated, container: string): Promise<string> {
  return (await graph(simulator, 'GET', `/${container}?fields=status_code`)).body.status_code;
}

/** Publish a container. */
export const publishContainer = (simulator: Simulated, account: string, id: string, token?: string) =>
  graph(simulator, 'POST', `/${account}/media_publish`, { creation_id: id }, token);

/** Ask X for a token; Basic when there is a secret. */
export function refreshOnX(
  { origin }: Simulated,
  refreshToken: string,
  more: { client_id?: string } = {},
  basic?: string,
) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...more };
  const headers: Record<string, string> = {};
  if (basic !== undefined) headers.authorization = `Basic ${Buffer.from(basic).toString('base64')}`;
  return sendForm(origin, '/_simulator/twitter/2/oauth2/token', form, headers);
}

/** Ask LinkedIn for a token. */
export function refreshOnLinkedIn({ origin }: Simulated, refreshToken: string, more: object = {}) {
  const client = { client_id: 'app', client_secret: 'hush', ...more };
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client };
  return sendForm(origin, '/_simulator/linkedin/oauth/v2/accessToken', form);
}

/** Ask Instagram for a token. */
export function refreshOnInstagram({ origin }: Simulated, accessToken: string) {
  const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: accessToken });
  return call(origin, 'GET', `/_simulator/instagram/refresh_access_token?${query}`, {});
}

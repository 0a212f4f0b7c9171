/** Answers of the person whom a consent page asks. */
export type Answer = 'allow' | 'deny';

/**
 * Sign in at a server as a person would, and answer its question. Returns the parameters of the redirect to `redirectUri`,
 * which receives no request. Throws when the server shows an error instead.
 */
export async function giveConsent(
  url: string,
  redirectUri: string,
  login: string,
  answer: Answer,
): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  let form: URLSearchParams | null = null;
  for (let requests = 0; requests < 20; requests += 1) {
    const response: Response = await fetch(next, {
      method: form === null ? 'GET' : 'POST',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: form,
      redirect: 'manual',
    });
    keepCookies(cookies, response);
    form = null;
    const location = response.headers.get('location');
    if (location?.startsWith(redirectUri)) return Object.fromEntries(new URL(location).searchParams);
    const page = await response.text();
    if (location !== null) next = new URL(location, next);
    else if (response.status !== 200) throw new Error(`${response.status}: ${page.replaceAll(/<[^>]*>|\s+/g, ' ')}`);
    else if (answer === 'deny') next = new URL(`${next.pathname}/abort`, next);
    else
      form = new URLSearchParams(page.includes('value="login"') ? { prompt: 'login', login } : { prompt: 'consent' });
  }
  throw new Error('The server redirects without an end.');
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

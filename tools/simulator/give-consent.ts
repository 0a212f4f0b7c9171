/** Where a browser is in a connection: the URL that it opens next, and its cookie. */
export interface Visit {
  url: string;
  cookie: string;
}

/**
 * Continue on the start page of a connection, and allow the app on the consent page of a simulated platform, as the first
 * account. Return the URL of the callback. `session`: the cookie of a session in this browser.
 */
export async function giveConsent(startUrl: string, session?: string): Promise<Visit> {
  const { url, cookie } = await continueToPlatform(startUrl, session);
  const page = await (await fetch(url)).text();
  const values = (name: string) => [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))];
  const form = new URLSearchParams({ decision: 'allow', account: values('account')[0]?.[1] ?? '' });
  for (const [, scope] of values('scope')) form.append('scope', scope!);
  return { url: await redirectOf(url, { method: 'POST', body: form }), cookie };
}

/** Submit the start page of a connection. Return the URL of the consent page. Throws when the page leads to none. */
export async function continueToPlatform(startUrl: string, session?: string): Promise<Visit> {
  const { headers } = await fetch(startUrl, { method: 'POST', ...(session && { headers: { cookie: session } }) });
  const url = /^0;url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1];
  const cookie = headers.get('set-cookie')?.split(';')[0];
  if (!url || !cookie) throw new Error('The start page leads to no consent page.');
  return { url, cookie };
}

/** Open a URL and return the one to which the response redirects. Throws when it does not. */
export async function followOnce({ url, cookie }: Visit): Promise<Visit> {
  return { url: await redirectOf(url, { headers: { cookie } }), cookie };
}

async function redirectOf(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`${new URL(url).pathname} does not redirect: ${response.status}.`);
  return new URL(location, url).href;
}

/** Allow an app on the consent page of a simulated platform, as the first account. Return the URL of the callback. */
export async function giveConsent(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const values = (name: string) => [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))];
  const form = new URLSearchParams({ decision: 'allow', account: values('account')[0]?.[1] ?? '' });
  for (const [, scope] of values('scope')) form.append('scope', scope!);
  return followOnce(url, { method: 'POST', body: form });
}

/** Send a request and return the URL to which the response redirects. Throws when it does not. */
export async function followOnce(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`${new URL(url).pathname} does not redirect: ${response.status}.`);
  return new URL(location, url).href;
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Return the host to which a URL of the API leads. Null for a scheme other than https, or http on this device: such a URL
 * could run as a script of this page.
 */
export function hostOfRedirect(redirectTo: string): string | null {
  if (!URL.canParse(redirectTo)) return null;
  const { protocol, host, hostname } = new URL(redirectTo);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname)) ? host : null;
}

/**
 * Leave for the application. This page does not stay in the history: a step back would ask again for a decision that was
 * made. Throws for a URL that does not lead to an application.
 */
export function followRedirect(redirectTo: string): void {
  if (hostOfRedirect(redirectTo) === null) throw new Error('The redirect URI leads to no application.');
  location.replace(redirectTo);
}

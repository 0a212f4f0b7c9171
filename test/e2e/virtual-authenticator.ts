import type { Page } from 'puppeteer-core';

/** An authenticator of a browser page, and whether the person who uses it confirms what it asks. */
export interface VirtualAuthenticator {
  setConfirming(isConfirming: boolean): Promise<void>;
}

/** Give a page an authenticator that stores passkeys and verifies its person. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.createCDPSession();
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  const setConfirming = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { setConfirming };
}

/** Return a URL of the local service under the name of its host: a passkey belongs to a domain, and `127.0.0.1` is none. */
export function withDomain(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

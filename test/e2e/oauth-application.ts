import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';

const insecure = { [oauth.allowInsecureRequests]: true };

/** What an application keeps between its authorization request and the return of the person. */
export interface Started {
  /** The URL that the application opens. */
  url: URL;
  state: string;
  verifier: string;
}

/**
 * An OAuth client that uses a library. It serves its client id metadata document, its redirect URI, and a page that
 * shows any URL in a frame.
 */
export class OauthApplication {
  readonly origin: string;
  readonly #server: Server;
  readonly #api: oauth.AuthorizationServer;
  /** The paths of the pages that a browser has opened. */
  readonly opened: string[] = [];

  private constructor(server: Server, origin: string, api: oauth.AuthorizationServer) {
    this.#server = server;
    this.origin = origin;
    this.#api = api;
  }

  /** Serve an application with this name, which finds the endpoints of a service by their metadata. */
  static async start(name: string, issuer: string): Promise<OauthApplication> {
    let app: OauthApplication;
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (pathname === '/client.json') {
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(app.#document(name)));
      }
      app.opened.push(pathname);
      response.setHeader('content-type', 'text/html');
      const page = `<title>${pathname}</title>`;
      const frame = pathname === '/frame' ? `<iframe src="${searchParams.get('url')}"></iframe>` : '';
      return response.end(page + frame);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure });
    const api = await oauth.processDiscoveryResponse(new URL(issuer), found);
    app = new OauthApplication(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, api);
    return app;
  }

  stop(): void {
    this.#server.close();
  }

  get redirectUri(): string {
    return `${this.origin}/callback`;
  }

  get #client(): oauth.Client {
    return { client_id: `${this.origin}/client.json` };
  }

  #document(client_name: string) {
    return { ...this.#client, client_name, redirect_uris: [this.redirectUri], token_endpoint_auth_method: 'none' };
  }

  /** Begin an authorization. `parameters` are added to the request, or replace those of it. */
  async begin(parameters: Record<string, string> = {}): Promise<Started> {
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    const url = new URL(this.#api.authorization_endpoint!);
    const request = {
      ...{ client_id: this.#client.client_id, redirect_uri: this.redirectUri, response_type: 'code', state },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    };
    for (const [name, value] of Object.entries({ ...request, ...parameters })) url.searchParams.set(name, value);
    return { url, state, verifier };
  }

  /** Validate the authorization response and exchange its code. Throws the error of the response. */
  async finish({ state, verifier }: Started, returned: URL, resource?: string): Promise<oauth.TokenEndpointResponse> {
    const parameters = oauth.validateAuthResponse(this.#api, this.#client, returned, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([this.#api, this.#client, oauth.None(), parameters, this.redirectUri, verifier] as const),
      { ...insecure, ...(resource && { additionalParameters: { resource } }) },
    );
    return oauth.processAuthorizationCodeResponse(this.#api, this.#client, answer);
  }

  /** Exchange a refresh token. */
  async refresh(token: string): Promise<oauth.TokenEndpointResponse> {
    const answer = await oauth.refreshTokenGrantRequest(this.#api, this.#client, oauth.None(), token, insecure);
    return oauth.processRefreshTokenResponse(this.#api, this.#client, answer);
  }
}

import { createServer, type IncomingMessage } from 'node:http';
import { isGrantable, PERMISSIONS, type Permission } from '../../lib/core/api/permission.ts';
import { listen } from '../../tools/local-stack/http.ts';

type Form = Record<string, string>;
type Reply = [status: number, body: object];

/** A service on loopback that knows devices and keys, and what was asked of it. */
export interface FakeService extends AsyncDisposable {
  baseUrl: string;
  /** The forms of the OAuth endpoints, in order: the last part of the path, and the fields. */
  forms: [string, Form][];
  /** The responses to the next polls of the device code, before it is confirmed. */
  polls: Reply[];
  /** Fields of the response to a request for a device code. */
  device: object;
  /** The refresh token that is valid. */
  refreshToken: string;
  /** The access tokens that are no longer valid. */
  expired: Set<string>;
}

/** Start the fake. Its secrets begin with `secret-`. */
export async function startFakeService(): Promise<FakeService> {
  let number = 0;
  const issue = (extra: object = {}): Reply => [
    200,
    { access_token: `secret-access-${++number}`, expires_in: 3600, scope: '', ...extra },
  ];
  const rotate = (): Reply => {
    fake.refreshToken = `secret-refresh-${number + 1}`;
    return issue({ refresh_token: fake.refreshToken });
  };
  const server = createServer(async (request, response) => {
    const [status, body] = reply(request.url ?? '', await formOf(request), request.headers.authorization ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const origin = `http://127.0.0.1:${await listen(server, 0)}`;
  const fake: FakeService = {
    baseUrl: `${origin}/v1`,
    forms: [],
    polls: [],
    device: {},
    refreshToken: '',
    expired: new Set(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  function reply(url: string, form: Form, authorization: string): Reply {
    if (!url.startsWith('/v1/')) return [404, { code: 'not_found', detail: 'This path does not exist.' }];
    const path = url.slice('/v1/auth/'.length);
    if (path !== 'verify') fake.forms.push([path, form]);
    const isDevice = path !== 'verify' && form.grant_type !== 'client_credentials';
    if (isDevice && form.client_id !== 'cis') return INVALID_CLIENT;
    if (path === 'device')
      return isScope(form.scope) ? [200, { ...deviceCode(origin), ...fake.device }] : INVALID_SCOPE;
    if (path === 'revoke') return [200, { revoked: true }];
    if (path === 'token') return token(form, authorization);
    const given = authorization.slice('Bearer '.length);
    if (!given || fake.expired.has(given)) return [401, { code: 'invalid_token', detail: 'The token is not valid.' }];
    return [200, { valid: true, workspace_id: 'ws_1', user_id: 'usr_1', permissions: ['content:read'] }];
  }

  function token(form: Form, authorization: string): Reply {
    if (form.grant_type === 'client_credentials') {
      const isKnown = authorization === `Basic ${btoa('key_1:secret-key')}`;
      return isKnown ? issue() : INVALID_CLIENT;
    }
    if (form.grant_type === 'refresh_token') {
      return form.refresh_token === fake.refreshToken ? rotate() : INVALID_GRANT;
    }
    if (form.device_code !== 'secret-device') return INVALID_GRANT;
    return fake.polls.shift() ?? rotate();
  }

  return fake;
}

const INVALID_CLIENT: Reply = [401, { error: 'invalid_client', code: 'invalid_client', detail: 'No such client.' }];
const INVALID_GRANT: Reply = [400, { error: 'invalid_grant', code: 'invalid_grant', detail: 'No such grant.' }];
const INVALID_SCOPE: Reply = [400, { error: 'invalid_scope', code: 'invalid_scope', detail: 'No permissions.' }];

/** Tell whether the service accepts the scope of a device. */
function isScope(scope = ''): boolean {
  const names = scope.split(' ') as Permission[];
  return scope === '' || names.every((name) => PERMISSIONS.includes(name) && isGrantable(name));
}

function deviceCode(origin: string): object {
  const page = `${origin}/app/#/device`;
  const urls = { verification_uri: page, verification_uri_complete: `${page}?code=BCDF-GHJK` };
  return { device_code: 'secret-device', user_code: 'BCDF-GHJK', ...urls, expires_in: 600, interval: 0 };
}

async function formOf(request: IncomingMessage): Promise<Form> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return Object.fromEntries(new URLSearchParams(text));
}

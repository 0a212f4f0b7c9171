import { describe, expect, it } from 'vitest';
import { findAuthorizationServer } from '../../../lib/platforms/bluesky/adapter/authorization-server.ts';
import { resolveIdentity } from '../../../lib/platforms/bluesky/adapter/identity.ts';
import { blueskyConnector } from '../../../lib/platforms/bluesky/adapter/oauth.ts';
import { createSession } from '../../../lib/platforms/bluesky/adapter/session.ts';
import { LONG_TIMEOUT_MS, makeSettings, startServer } from '../platforms.ts';

const DID = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER = 'did:plc:bbbbbbbbbbbbbbbbbbbbbbbb';

/** A directory, a resolver of handles and an account's server, all at one origin. */
async function startNetwork(documents: (origin: string) => Record<string, unknown>) {
  const server = await startServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const found = documents(server.origin)[`${pathname}${search}`] ?? documents(server.origin)[pathname];
    response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found ?? {}));
  });
  return server;
}

const document = (server: string, id = DID, handle = 'alice.test') => ({
  id,
  alsoKnownAs: [`at://${handle}`],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: server }],
});
const resolved = (handle: string, did = DID) => ({
  [`/xrpc/com.atproto.identity.resolveHandle?handle=${handle}`]: { did },
});
const connect = (origin: string, allowLoopback = true) => ({
  appView: origin,
  directory: origin,
  allowLoopback,
  deadlineMs: LONG_TIMEOUT_MS,
});

describe('an account that is looked up by its DID', () => {
  const handleOf = async (leadsTo: string) => {
    await using network = await startNetwork((origin) => ({
      ...resolved('alice.test', leadsTo),
      [`/${DID}`]: document(origin),
    }));
    const found = await resolveIdentity(DID, connect(network.origin));
    return found.outcome === 'resolved' ? found.identity.handle : found;
  };

  it('has the handle that it names and that leads to it', async () => {
    expect(await handleOf(DID)).toBe('alice.test');
  });

  it('has no handle when the one that it names leads to another account', async () => {
    expect(await handleOf(OTHER)).toBeNull();
  });
});

describe('a name that is neither a handle nor a DID', () => {
  it.each(['did:web:files.example:22/private?', 'did:plc:aaaa/../../_health', '../_health', 'did:key:z6Mk', 'alice'])(
    'leads to no request: %s',
    async (name) => {
      await using network = await startNetwork(() => ({}));
      const rejection = { outcome: 'rejected', code: 'account_not_found' };
      expect(await resolveIdentity(name, connect(network.origin))).toMatchObject(rejection);
      expect(network.urls).toEqual([]);
    },
  );
});

describe('a server that signs an account in', () => {
  const SIGN_IN = '/xrpc/com.atproto.server.createSession';

  it.each([
    ['it keeps the verified one', DID, 'alice.test'],
    ['it has none without a verified one', OTHER, null],
  ])('cannot name a handle of its own for it: %s', async (_, leadsTo, handle) => {
    const session = { did: DID, handle: 'bank.test', accessJwt: 'access', refreshJwt: 'refresh' };
    await using network = await startNetwork((origin) => ({
      ...resolved('alice.test', leadsTo),
      ...resolved('bank.test', OTHER),
      [`/${DID}`]: document(origin),
      [SIGN_IN]: session,
    }));
    const created = await createSession(DID, 'app-password', connect(network.origin));
    expect(created).toMatchObject({ outcome: 'created', session: { did: DID, handle } });
  });

  it.each([
    ['a long reference', 'x'.repeat(100_000)],
    ['an empty reference', ''],
  ])('cannot start a flow with %s to its parameters', async (_, request_uri) => {
    await using network = await startNetwork((origin) => ({
      '/.well-known/oauth-authorization-server': {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        pushed_authorization_request_endpoint: `${origin}/par`,
      },
      '/par': { request_uri },
    }));
    const { appView, directory, deadlineMs } = connect(network.origin);
    const started = await blueskyConnector.authorize({
      app: { clientId: 'http://localhost', clientSecret: null },
      redirectUri: 'http://127.0.0.1/v1/connect/callback',
      state: 'state',
      handle: network.origin,
      connection: {
        authorizeUrl: '',
        tokenUrl: '',
        baseUrl: network.origin,
        deadlineMs,
        settings: makeSettings({ appView, directory }),
        allowLoopback: true,
      },
    });
    expect(started).toMatchObject({ outcome: 'failed', error: { code: 'sign_in_refused' } });
  });
});

describe('the authorization server of an account', () => {
  const RESOURCE = '/.well-known/oauth-protected-resource';
  const SERVER = '/.well-known/oauth-authorization-server';
  const metadata = (issuer: string, origin = issuer) => ({
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    pushed_authorization_request_endpoint: `${origin}/par`,
  });
  const found = (origin: string) => ({
    issuer: origin,
    authorizeUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    requestUrl: `${origin}/par`,
    revokeUrl: null,
  });

  it('is the one that the account’s server names', async () => {
    await using issuer = await startNetwork((origin) => ({ [SERVER]: metadata(origin) }));
    await using server = await startNetwork(() => ({ [RESOURCE]: { authorization_servers: [issuer.origin] } }));
    expect(await findAuthorizationServer(server.origin, connect(''))).toEqual(found(issuer.origin));
  });

  it('may be addressed itself', async () => {
    await using issuer = await startNetwork((origin) => ({ [SERVER]: metadata(origin) }));
    expect(await findAuthorizationServer(issuer.origin, connect(''))).toEqual(found(issuer.origin));
  });

  it.each([
    ['names another issuer', (origin: string) => ({ [SERVER]: metadata('https://bsky.social', origin) })],
    ['has an endpoint on a private address', (origin: string) => ({ [SERVER]: metadata(origin, 'https://10.0.0.1') })],
    ['is on a private address', () => ({ [RESOURCE]: { authorization_servers: ['https://10.0.0.1'] } })],
    ['offers no sign-in', () => ({})],
  ])('is rejected when it %s', async (_, documents) => {
    await using server = await startNetwork(documents);
    expect(await findAuthorizationServer(server.origin, connect(''))).toEqual({ failure: 'unsupported' });
  });

  it('receives no request on a loopback address in a stage that does not allow it', async () => {
    await using server = await startNetwork((origin) => ({ [SERVER]: metadata(origin) }));
    expect(await findAuthorizationServer(server.origin, connect('', false))).toEqual({ failure: 'unreachable' });
    expect(server.urls).toEqual([]);
  });
});

// An authorization server as X, LinkedIn and Bluesky have one: `node server.js '{...}'`. Plain JavaScript, because its
// package is installed only for `npm run real -- oauth`. It ends with its parent, whose end closes the standard input.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { port, clients } = JSON.parse(process.argv[2]);
const issuer = `http://localhost:${port}`;
process.stdin.resume().on('end', () => process.exit(0));

const provider = new Provider(issuer, {
  clients,
  scopes: ['openid', 'offline_access', ...new Set(clients.flatMap(({ scope }) => scope.split(' ')))],
  claims: { openid: ['sub'], profile: ['name'] },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: `Name of ${id}` }) }),
  features: {
    dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => true },
    pushedAuthorizationRequests: { enabled: true },
    devInteractions: { enabled: true },
  },
  // X and Bluesky require PKCE; LinkedIn has none for apps with a secret.
  pkce: { required: (_, { clientId }) => clientId !== 'linkedin-app' },
  issueRefreshToken: () => true,
  // The refresh tokens of X and Bluesky work once; one of LinkedIn does not change.
  rotateRefreshToken: ({ oidc }) => oidc.client.clientId !== 'linkedin-app',
  // The name of LinkedIn.
  routes: { userinfo: '/v2/userinfo' },
  conformIdTokenClaims: false,
});

/** What platforms have beside their authorization server. */
provider.use(async (ctx, next) => {
  const { path } = ctx;
  if (path === '/2/users/me') {
    // X names the account of a token.
    const token = await provider.AccessToken.find((ctx.get('authorization') || '').replace(/^Bearer /, ''));
    ctx.status = token ? 200 : 401;
    ctx.body = token ? { data: { id: token.accountId, username: `user_${token.accountId}` } } : {};
  } else if (path.startsWith('/did:plc:')) {
    // The directory of Bluesky names the server of an account.
    const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: issuer }];
    ctx.body = { id: path.slice(1), alsoKnownAs: [], service };
  } else {
    await next();
    // Bluesky's profile of OAuth names the account beside the tokens.
    const { access_token: value, token_type: type } = ctx.body ?? {};
    if (ctx.oidc?.route === 'token' && type === 'DPoP') {
      ctx.body.sub = (await provider.AccessToken.find(value)).accountId;
    }
  }
});

createServer(provider.callback()).listen(port, '127.0.0.1', () => console.log('ready'));

import { injectPostFault } from '../../kit/simulator/fault-injection.ts';
import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import { jsonObject, type SimulatedRequest, type SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import type { PlatformHandler, SimulatedPlatform, SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { openAppView } from './app-view.ts';
import { BLUESKY_ERRORS, xrpcError } from './errors.ts';
import { DID, didOfHandle } from './identifiers.ts';
import { openIdentities } from './identity.ts';
import { openRecords } from './records.ts';
import { openSessions } from './sessions.ts';
import { openVideoService } from './videos.ts';

function openBluesky(stores: SimulatorStores): PlatformHandler {
  const { store, scripts } = stores;
  const identities = openIdentities(store);
  const sessions = openSessions(stores, identities);
  const records = openRecords(stores, identities);
  const videos = openVideoService(stores, records.addBlob);
  const appView = openAppView(store);

  function post(request: SimulatedRequest, write: (access: TokenAccess) => SimulatedResponse): SimulatedResponse {
    const { repo } = jsonObject(request.body) ?? {};
    return injectPostFault(scripts.takeForPost('bluesky', typeof repo === 'string' ? repo : null), {
      publish: () => sessions.admit(request, write),
      withoutId: () => ({ status: 200, body: {} }),
      rejections: BLUESKY_ERRORS,
    });
  }

  const methods: Record<string, (request: SimulatedRequest) => SimulatedResponse> = {
    'GET com.atproto.identity.resolveHandle': (request) => identities.resolveHandle(request),
    'POST com.atproto.server.createSession': sessions.create,
    'POST com.atproto.server.refreshSession': sessions.refresh,
    'POST com.atproto.server.deleteSession': sessions.remove,
    'POST com.atproto.repo.putRecord': (request) => post(request, (access) => records.write(request, access, 'put')),
    'POST com.atproto.repo.applyWrites': (request) => post(request, (access) => records.writeAll(request, access)),
    'POST com.atproto.repo.createRecord': (request) =>
      sessions.admit(request, (access) => records.write(request, access, 'create')),
    'POST com.atproto.repo.uploadBlob': (request) =>
      sessions.admit(request, (access) => records.upload(request, access)),
    'GET com.atproto.server.getServiceAuth': (request) =>
      sessions.admit(request, (access) => videos.authorize(request, access)),
    'GET app.bsky.video.getJobStatus': videos.status,
    'GET com.atproto.repo.getRecord': records.get,
    'GET com.atproto.repo.listRecords': records.list,
    'GET app.bsky.feed.getPosts': appView.posts,
    'GET app.bsky.notification.listNotifications': (request) =>
      sessions.admit(request, (access) => appView.notifications(request, access)),
  };

  function answer(request: SimulatedRequest): SimulatedResponse {
    const did = /^\/plc\/(.+)$/.exec(request.path)?.[1];
    if (did !== undefined) return identities.document(decodeURIComponent(did), request);
    const name = /^(?:\/other|\/video)?\/xrpc\/([\w.]+)$/.exec(request.path)?.[1] ?? '';
    const method = methods[`${request.method} ${name}`];
    return method ? method(request) : xrpcError(501, 'MethodNotImplemented', 'Method Not Implemented');
  }
  return { answer, stream: videos.stream, controls: { 'POST notifications': appView.notify } };
}

/**
 * Simulate a Bluesky server with its directory of accounts and the AppView: sessions, records, blobs, counts,
 * notifications.
 *
 * The account is the DID. `/other` is the URL of another server with the same accounts.
 */
export const simulated: SimulatedPlatform = {
  accountPattern: DID,
  tokenLifetimeSeconds: 7_200,
  sampleAccount: {
    external_id: didOfHandle('demo.test'),
    access_token: 'simulator-bluesky',
    refresh_token: 'simulator-bluesky-refresh',
  },
  open: openBluesky,
};

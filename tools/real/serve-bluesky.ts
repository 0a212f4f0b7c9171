import { once } from 'node:events';
import { startBlueskyServer } from './bluesky-server.ts';

/**
 * Run a Bluesky server with one account until a signal stops it. `log` receives the credentials of the account, and the
 * command that starts the local service for this server. The data of the server are deleted at its end.
 */
export async function serveBluesky(log: (text: string) => void): Promise<void> {
  const server = await startBlueskyServer();
  const { handle, did, password, appPassword } = await server.createAccount('ada');
  // Servers of other operators receive videos directly.
  const blueskyUrls = { appView: server.url, directory: server.plcUrl, video: 'https://video.bsky.app' };
  log(`
A Bluesky server is running at ${server.url}, with one account:

  handle        ${handle}
  app password  ${appPassword}
  password      ${password}   (for the page of the server, not for the dashboard)

Start the service for it in another terminal:

  npm start -- --real bluesky --settings '${JSON.stringify({ blueskyUrls })}'

The posts of the account, as its server has them:

  curl -s '${server.url}/xrpc/com.atproto.repo.listRecords?repo=${did}&collection=app.bsky.feed.post'

Ctrl-C stops the server and deletes its data.
`);
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  await server.stop();
}

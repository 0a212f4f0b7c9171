import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local-stack/http.ts';
import { call, createAccount, type RealAccount } from '../bluesky-server.ts';
import { startServerProcess } from '../server-process.ts';
import { startDatabases } from './databases.ts';

/** The reference to a record of an account. */
export interface RecordReference {
  uri: string;
  cid: string;
}

/** A person with an account of the network. */
export interface Person extends RealAccount {
  accessToken: string;
  /** Adds a record, e.g. of the collection `app.bsky.feed.like`. */
  add(collection: string, record: object): Promise<RecordReference>;
}

/** A server of accounts, a directory of DIDs, and the AppView that counts and notifies. */
export interface BlueskyNetwork {
  url: string;
  plcUrl: string;
  appViewUrl: string;
  createPerson(name: string): Promise<Person>;
  /** Ends everything and removes the data. */
  stop(): Promise<void>;
}

/** Start a network on free ports of loopback, with its databases. Throws when PostgreSQL or Redis is missing. */
export async function startBlueskyNetwork(): Promise<BlueskyNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'bluesky-network-'));
  const [plcPort, pdsPort, appViewPort] = [await freePort(), await freePort(), await freePort()];
  const [url, plcUrl, appViewUrl] = [pdsPort, plcPort, appViewPort].map((port) => `http://localhost:${port}`);
  const databases = await startDatabases(folder);
  // The network writes temporary files that it does not remove.
  const environment = { DB_POSTGRES_URL: databases.postgresUrl, REDIS_HOST: databases.redisHost, TMPDIR: folder };
  const script = join(import.meta.dirname, 'server.js');
  const stopDatabases = async () => {
    await databases.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const network = await startServerProcess(script, [JSON.stringify({ plcPort, pdsPort, appViewPort })], environment);
    return {
      url: url!,
      plcUrl: plcUrl!,
      appViewUrl: appViewUrl!,
      createPerson: (name) => createPerson(url!, name),
      async stop() {
        await network.kill();
        await stopDatabases();
      },
    };
  } catch (error) {
    await stopDatabases();
    throw error;
  }
}

async function createPerson(url: string, name: string): Promise<Person> {
  const account = await createAccount(url, name);
  const { did: repo, handle, password } = account;
  const { accessJwt } = await call(url, 'com.atproto.server.createSession', { identifier: handle, password });
  const accessToken = String(accessJwt);
  return {
    ...account,
    accessToken,
    async add(collection, content) {
      const record = { $type: collection, createdAt: new Date().toISOString(), ...content };
      const { uri, cid } = await call(url, 'com.atproto.repo.createRecord', { repo, collection, record }, accessToken);
      return { uri: String(uri), cid: String(cid) };
    },
  };
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The URLs of a running local service: the content of `service.json` in its folder. */
export interface LocalServiceInfo {
  base_url: string;
  /** The process that a signal stops. */
  process_id: number;
  table: {
    endpoint: string;
    region: string;
    tableName: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
  /** The key that encrypts secrets, and where its KMS is. */
  kms: { endpoint: string; key_arn: string };
  /** The bucket of the media library, and where its S3 is. */
  media: { endpoint: string; bucket: string };
}

/** Return the path of the file that exists while the local service runs. */
export function localServiceFile(folder: string): string {
  return join(folder, 'service.json');
}

/** Write the URLs of the local service, readable by the current user only. */
export function writeLocalServiceInfo(folder: string, info: LocalServiceInfo): void {
  writeFileSync(localServiceFile(folder), `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
}

/** Read the URLs of the local service. Throws an Error with advice when none is listening. */
export async function readLocalServiceInfo(folder: string): Promise<LocalServiceInfo> {
  const info = await findLocalService(folder);
  if (info) return info;
  throw new Error(
    `No local service is running in ${folder} (npm start), and no --stage was given (development, production).`,
  );
}

/** Find the service that runs in a folder. Returns undefined when none is listening. */
export async function findLocalService(folder: string): Promise<LocalServiceInfo | undefined> {
  const file = localServiceFile(folder);
  const info = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalServiceInfo) : undefined;
  // After a kill -9 the file remains although the service has stopped.
  return info && (await isListening(info.table.endpoint)) && (await isListening(info.base_url)) ? info : undefined;
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** How a running local service says where it is, in `service.json` of its folder. */
export interface LocalServiceInfo {
  base_url: string;
  table: {
    endpoint: string;
    region: string;
    tableName: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
}

/** The file of a local service's folder that is there while the service runs. */
export function localServiceFile(folder: string): string {
  return join(folder, 'service.json');
}

/** Says where the local service of this folder is, to its owner only. */
export function writeLocalServiceInfo(folder: string, place: LocalServiceInfo): void {
  writeFileSync(localServiceFile(folder), `${JSON.stringify(place, null, 2)}\n`, { mode: 0o600 });
}

/** Where the local service of this folder is. Throws with advice when none answers. */
export async function readLocalServiceInfo(folder: string): Promise<LocalServiceInfo> {
  const file = localServiceFile(folder);
  const place = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalServiceInfo) : undefined;
  // After a kill -9 the file is still there, and the service is not.
  if (place && (await isListening(place.table.endpoint)) && (await isListening(place.base_url))) return place;
  throw new Error(
    `No local service is running in ${folder} (npm start), and no --stage was given (development, production).`,
  );
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

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonApiClient } from '../local-stack/api-client.ts';
import type { Author } from './content.ts';
import type { PictureName } from './pictures.ts';

/** Of an incomplete demo. The file contains credentials of the demo workspace, so only its owner can read it. */
const FILE = 'demo-progress.json';

interface Request {
  /** Whether the service has responded. A request without it may have been processed. */
  isAnswered: boolean;
  response: unknown;
}

interface Progress {
  pictures: [PictureName, string][];
  sessions: [Author, { cookie: string; usedMs: number }][];
  /** The requests that created a part, by a hash of what they send. */
  requests: Record<string, Request>;
}

export type DemoProgress = ReturnType<typeof openProgress>;

/** Return whether the demo in a folder is incomplete. */
export function isIncomplete(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** Open the progress of a demo, which is stored in its folder. */
export function openProgress(folder: string) {
  const file = join(folder, FILE);
  const stored: Progress = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { pictures: [], sessions: [], requests: {} };
  const { requests } = stored;
  const [pictures, sessions] = [new Map(stored.pictures), new Map(stored.sessions)];

  /** Write the file as a whole: a process that ends in between leaves the earlier one. */
  function save(): void {
    const progress: Progress = { pictures: [...pictures], sessions: [...sessions], requests };
    writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    pictures,
    sessions,
    save,
    /**
     * Return a client that sends each request of an actor once: it returns the stored response of one that an earlier
     * process has sent. A POST whose response was lost has the same idempotency key again. Another request whose response
     * was lost is sent again, and an error then means that the first one was processed.
     */
    once(actor: string, client: JsonApiClient): JsonApiClient {
      return async (method, path, body) => {
        if (method === 'GET') return client(method, path, body);
        const sent = JSON.stringify([actor, method, path, body ?? null]);
        const key = createHash('sha256').update(sent).digest('hex').slice(0, 32);
        const known = requests[key];
        if (known?.isAnswered) return known.response;
        requests[key] = { isAnswered: false, response: null };
        save();
        const response = await client(method, path, body, method === 'POST' ? `demo-${key}` : undefined).catch(
          (error: unknown) => {
            if (known && method !== 'POST') return null;
            throw error;
          },
        );
        requests[key] = { isAnswered: true, response };
        save();
        return response;
      };
    },
    /** Remove the file: the demo is complete. */
    end: () => rmSync(file, { force: true }),
  };
}

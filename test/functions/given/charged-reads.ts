import { startServer } from '../../platforms/platforms.ts';
import { currentPlatforms, setPlatforms } from '../simulated.ts';
import { onX } from './metric-polls.ts';

/** A read of a post on X: when (epoch ms), and the likes that it returned. */
export interface Read {
  id: string;
  atMs: number;
  likes: number;
}

/**
 * Start an X that reports the likes of posts and remembers each post that it returned. A post without likes does not
 * exist. `isDown`: it fails.
 */
export async function startMeteredX() {
  const likes = new Map<string, number>();
  const reads: Read[] = [];
  const state = { isDown: false };
  const server = await startServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (state.isDown) return response.writeHead(500).end('{}');
    const ids = new URL(request.url!, 'http://x').searchParams.get('ids')!.split(',');
    const found = ids.filter((id) => likes.has(id));
    for (const id of found) reads.push({ id, atMs: Date.now(), likes: likes.get(id)! });
    return response.end(JSON.stringify(onX(Object.fromEntries(found.map((id) => [id, likes.get(id)!])))));
  });
  setPlatforms(currentPlatforms().origin, { twitter: server.origin });
  return { ...server, likes, reads, state, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Compute the price of reads in US dollars: each post once per UTC day. `month`: only those of it (YYYY-MM). */
export function priceOf(reads: Read[], month = ''): number {
  const days = reads.map(({ id, atMs }) => `${new Date(atMs).toISOString().slice(0, 10)} ${id}`);
  return (new Set(days.filter((day) => day.startsWith(month))).size * 5) / 1000;
}

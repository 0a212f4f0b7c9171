import { extname } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const YEAR_SECONDS = 31_536_000;

/**
 * Return the headers of a file of the site. The name of a file in `assets/` has a hash of its content, so caches store it
 * for a year; they ask for a new version of every other file. Throws for a type that is not known.
 */
export function objectHeaders(key: string): { 'content-type': string; 'cache-control': string } {
  const type = TYPES[extname(key)];
  if (!type) throw new Error(`${key}: the type of this file is not known.`);
  const isHashed = key.includes('/assets/');
  return {
    'content-type': type,
    'cache-control': isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  };
}

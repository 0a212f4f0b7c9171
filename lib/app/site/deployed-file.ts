import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { acceptsGzip } from '../../core/http/compression.ts';
import { matchesEtag } from '../../core/http/entity-tag.ts';
import type { HandlerResult, RequestContext } from '../../identity/pipeline/request-context.ts';

/** A compressed file that is deployed with a function, and the entity tag of its version. */
export type DeployedFile = { gzip: Buffer; etag: string };

const CACHED_SECONDS = 300;

/**
 * Create a reader of `<name>.gz` in the folder of the function (`LAMBDA_TASK_ROOT`). The file is read once, on first
 * use. The entity tag is weak, because the compressed and the uncompressed representation have the same one.
 */
export function deployedFile(name: string): () => DeployedFile {
  let file: DeployedFile | undefined;
  return () => {
    if (file) return file;
    const gzip = readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', `${name}.gz`));
    const hash = createHash('sha256').update(gzip).digest('base64url').slice(0, 22);
    file = { gzip, etag: `W/"${hash}"` };
    return file;
  };
}

/**
 * Build the response of a deployed file, or 304 for a client that has this version. The file is sent compressed to
 * clients that accept gzip, because the gateway does not compress. Any cache may store it for five minutes.
 */
export function fileResponse(context: RequestContext, { gzip, etag }: DeployedFile, type: string): HandlerResult {
  const headers = {
    'content-type': type,
    'cache-control': `public, max-age=${CACHED_SECONDS}`,
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  const requestHeaders = context.event.headers ?? {};
  if (matchesEtag(requestHeaders['if-none-match'], etag)) return { status: 304, headers, body: '' };
  if (!acceptsGzip(requestHeaders['accept-encoding'])) return { status: 200, headers, body: gunzipSync(gzip) };
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzip };
}

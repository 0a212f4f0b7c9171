import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { HandlerResult, RequestContext } from '../request-context.ts';

/** A file that the stack put beside a function, compressed, and the tag of this version of it. */
export interface DeployedFile {
  gzip: Buffer;
  etag: string;
}

const CACHED_SECONDS = 300;

/**
 * The file `<name>.gz` in the function's folder, which Lambda names in `LAMBDA_TASK_ROOT`. Read when it is
 * first asked for, and kept. The tag is a weak one: it is the same for the file compressed and not.
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
 * Answers a file: compressed for who takes that, because the gateway does not compress; 304 for who has this
 * version. Everybody may keep it for five minutes and then ask again.
 */
export function fileResponse(
  call: RequestContext,
  { gzip, etag }: DeployedFile,
  type: string,
): HandlerResult {
  const headers = {
    'content-type': type,
    'cache-control': `public, max-age=${CACHED_SECONDS}`,
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  const sent = call.event.headers ?? {};
  if (has(sent['if-none-match'], etag)) return { status: 304, headers, body: '' };
  if (!takesGzip(sent['accept-encoding'])) return { status: 200, headers, body: gunzipSync(gzip) };
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzip };
}

function has(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

function takesGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((each) => {
    const [coding, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

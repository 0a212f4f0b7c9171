import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { objectHeaders } from '../../lib/app/site/object-headers.ts';
import { SITE_FOLDER } from '../../lib/bundle/site-files.ts';
import { readResponseHeaders } from './response-headers.ts';
import type { Resource, Template } from './template.ts';

interface Behavior {
  PathPattern: string;
  AllowedMethods: string[];
  ResponseHeadersPolicyId: string;
  FunctionAssociations: { FunctionARN: string }[];
}

/** What the CloudFront function returns: the request with the path of the object, or a response. */
type EdgeResult =
  | { uri: string }
  | { statusCode: number; headers: Record<string, { value: string }>; body?: { data: string } };

/** Handles a request, or returns false, having done nothing. */
type Listener = (request: IncomingMessage, response: ServerResponse) => boolean;

// The response of S3 to CloudFront, which may not list the bucket, for an object that does not exist.
const ACCESS_DENIED = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>';

// Buckets are at the URL of the AWS API here, and without TLS.
const BUCKET_ORIGIN = /https:\/\/[\w-]+\.s3\.[\w-]+\.amazonaws\.com/g;

/**
 * Create the listener for the paths of the dashboard and the documentation: it runs the CloudFront function of the template
 * and responds with the file, and with the headers of the distribution. The files are those in the folder of the function
 * that uploads them. Every other path belongs to the API. `s3Url` is the URL of the buckets.
 */
export function createSite(template: Template, s3Url: string): Listener {
  const [distribution] = template.ofType('AWS::CloudFront::Distribution');
  if (!distribution) return () => false;
  const { CacheBehaviors } = distribution.properties.DistributionConfig as { CacheBehaviors: Behavior[] };
  const folder = siteFolder(template);
  // A request names one of these files or none: no path leads out of the folder.
  const keys = new Set(globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile()));
  const behaviors = CacheBehaviors.map((behavior) => ({
    pattern: toPattern(behavior.PathPattern),
    methods: behavior.AllowedMethods,
    edge: edgeFunction(template, behavior.FunctionAssociations[0]!.FunctionARN),
    headers: readResponseHeaders(find(template, 'ResponseHeadersPolicy', behavior.ResponseHeadersPolicyId), (policy) =>
      policy.replaceAll(BUCKET_ORIGIN, new URL(s3Url).origin),
    ),
  }));

  return (request, response) => {
    const path = (request.url ?? '/').replace(/\?.*$/s, '');
    const behavior = behaviors.find(({ pattern }) => pattern.test(path));
    if (!behavior) return false;
    request.resume();
    const respond = (status: number, headers: Record<string, string>, body: string | Buffer = '') => {
      response.writeHead(status, { ...behavior.headers, ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    };
    if (!behavior.methods.includes(request.method ?? '')) return respond(403, { 'content-type': 'text/plain' });
    const result = behavior.edge(path);
    if ('statusCode' in result) return respond(result.statusCode, plainHeaders(result.headers), result.body?.data);
    const key = toKey(result.uri);
    if (!keys.has(key)) return respond(403, { 'content-type': 'application/xml' }, ACCESS_DENIED);
    const body = readFileSync(join(folder, key));
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    const headers = { ...objectHeaders(key), etag };
    if (request.headers['if-none-match'] === etag) return respond(304, headers);
    return respond(200, { ...headers, 'content-length': String(body.length) }, body);
  };
}

function siteFolder(template: Template): string {
  const [upload] = template.ofType('Custom::SiteFiles');
  const functions = template.ofType('AWS::Lambda::Function');
  const holder = functions.find(({ arn }) => arn === upload?.properties.ServiceToken);
  if (!holder) throw new Error('Custom::SiteFiles: ServiceToken is not a function of the template');
  const { S3Key } = holder.properties.Code as { S3Key: string };
  return join(template.assetFolder(S3Key), SITE_FOLDER);
}

function find(template: Template, kind: string, name: string): Resource {
  const found = template.ofType(`AWS::CloudFront::${kind}`).find((each) => each.name === name || each.arn === name);
  if (!found) throw new Error(`AWS::CloudFront::${kind}: ${name} is not in the template`);
  return found;
}

/** Return the CloudFront function as a function from the path of a request to its result. */
function edgeFunction(template: Template, arn: string): (uri: string) => EdgeResult {
  const code = String(find(template, 'Function', arn).properties.FunctionCode);
  const handler = runInNewContext(`${code};handler`) as (event: object) => EdgeResult;
  return (uri) => handler({ request: { uri } });
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');
}

function toKey(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(1));
  } catch {
    return '';
  }
}

function plainHeaders(headers: Record<string, { value: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
}

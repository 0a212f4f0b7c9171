import { type Buckets, DEFAULT_TYPE } from './buckets.ts';
import type { NamedPart } from './multipart-uploads.ts';
import type { StreamedRequest } from './s3-api.ts';
import { document, element, error, type S3Reply, unknown, xml } from './s3-xml.ts';

/** 10,000 parts have fewer bytes of XML. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;

/** Answer CreateMultipartUpload, UploadPart, CompleteMultipartUpload and AbortMultipartUpload. */
export async function handleMultipartRequest(
  buckets: Buckets,
  bucket: string,
  key: string,
  request: StreamedRequest,
): Promise<S3Reply> {
  const { method, path, query, headers, body } = request;
  if (method === 'POST' && query.has('uploads')) {
    const id = buckets.uploads.start(bucket, key, headers['content-type']?.toString() ?? DEFAULT_TYPE);
    const object = element('Bucket', bucket) + element('Key', key);
    return xml(200, document('InitiateMultipartUploadResult', object + element('UploadId', id)));
  }
  const upload = buckets.uploads.find(query.get('uploadId') ?? '', bucket, key);
  if (!upload) return error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'));
    if (!Number.isInteger(number) || number < 1 || number > 10_000) {
      return error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
    }
    const file = await buckets.receive(body);
    // It may have been completed or aborted while the part arrived.
    if (!buckets.uploads.find(upload.id, bucket, key)) {
      buckets.discard([file]);
      return error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
    }
    buckets.discard(buckets.uploads.addPart(upload.id, number, file));
    return { status: 200, body: '', headers: { etag: `"${file.etag}"` } };
  }
  if (method === 'DELETE') {
    buckets.discard(buckets.uploads.abort(upload.id));
    return { status: 204, body: '', headers: {} };
  }
  if (method !== 'POST') return unknown(method, path);
  const chosen = buckets.uploads.choose(upload.id, parseParts(await readText(body)));
  if (typeof chosen === 'string') return error(400, chosen, 'The parts of the upload cannot be put together.');
  let parts: { file: string }[] = [];
  buckets.store(bucket, key, { ...chosen, contentType: upload.contentType }, () => {
    parts = buckets.uploads.forget(upload.id);
  });
  // Those that the object does not consist of.
  buckets.discard(parts.filter(({ file }) => !chosen.files.some((each) => each.file === file)));
  const etag = element('ETag', `"${chosen.etag}"`);
  return xml(200, document('CompleteMultipartUploadResult', element('Bucket', bucket) + element('Key', key) + etag));
}

function parseParts(text: string): NamedPart[] {
  return [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: /<ETag>(?:"|&quot;)?([0-9a-f]+)(?:"|&quot;)?<\/ETag>/.exec(part)?.[1] ?? '',
  }));
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length <= MAX_LIST_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

import type { Readable } from 'node:stream';

/** A response of S3, whose bodies are XML or the bytes of an object. */
export type S3Reply = { status: number; body: string | Readable; headers: Record<string, string> };

/** The response to a request that is not known here. */
export function unknown(method: string, path: string): S3Reply {
  return error(501, 'NotImplemented', `${method} ${path} is not known here`);
}

/** A response with an error code of S3, and more elements. */
export function error(status: number, code: string, message: string, more = ''): S3Reply {
  return xml(status, document('Error', element('Code', code) + element('Message', message) + more));
}

/** A response with an XML document. */
export function xml(status: number, body: string): S3Reply {
  return { status, body, headers: { 'content-type': 'application/xml' } };
}

/** An XML document with a root element. */
export function document(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`;
}

/** An XML element with a text. */
export function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}

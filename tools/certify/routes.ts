import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopRequest } from './request-loop.ts';

type Operations = Record<string, Record<string, object>>;

/** Read the paths of the OpenAPI document of a version, below `/v1`. */
export function readOperations(folder: string): Operations {
  const document = JSON.parse(readFileSync(join(folder, 'docs/openapi.json'), 'utf8')) as { paths: Operations };
  return document.paths;
}

/** List a request for each operation. Those that change nothing have the token; the others are rejected by their function. */
export function requestsOf(operations: Operations, token: string): LoopRequest[] {
  return Object.entries(operations).flatMap(([template, methods]) => {
    const path = template.replace(/\{[^}]+\}/g, 'unknown');
    return Object.keys(methods).map((verb) => {
      const method = verb.toUpperCase();
      return { method, path, ...(method === 'GET' && { headers: { authorization: `Bearer ${token}` } }) };
    });
  });
}

import * as z from 'zod/mini';
import type { DocumentedOperation, Operation } from '../core/api/define-operation.ts';
import { importDeclarations } from './declarations.ts';

/** The id of an operation: `content.create`. */
export type OperationId = string;

type Exports = Record<string, unknown> &
  Partial<Pick<DocumentedOperation, 'response' | 'openapiBody'>> & { operation?: Operation };

// Within a feature, the folders of `api` are the resources.
const MODULES = await importDeclarations<Exports>('*/api/*/*.ts');

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

const ENDPOINTS = MODULES.flatMap(
  ([file, { operation, response, openapiBody }]): [OperationId, DocumentedOperation][] => {
    if (!operation) return [];
    if (!file.endsWith(`/api/${operation.id.replace('.', '/')}.ts`)) {
      throw new Error(`lib/${file} declares ${operation.id}: the id must be the name of the file.`);
    }
    if (!response) throw new Error(`lib/${file} exports no response.`);
    const query = operation.query === 'none' ? z.strictObject({}) : operation.query;
    return [[operation.id, { ...operation, query, response, ...(openapiBody && { openapiBody }) }]];
  },
).sort(([, one], [, other]) => compare(sortKey(one), sortKey(other)));

const BY_ID = new Map(ENDPOINTS);

/**
 * List every endpoint with its id, by resource, path and method. Reads the declarations from the disk: for the
 * stack, the generators and tests, never for a function.
 */
export function allEndpoints(): [OperationId, DocumentedOperation][] {
  return ENDPOINTS;
}

/** Get the declaration of an operation. Throws when there is none. */
export function endpointOf(id: OperationId): DocumentedOperation {
  const operation = BY_ID.get(id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return operation;
}

/** List everything the modules of the resources export: operations, schemas and constants, by name. */
export function endpointExports(): [string, unknown][] {
  return MODULES.flatMap(([, exports]) => Object.entries(exports));
}

/** Get the resource of an operation: `content` of `content.create`. */
export function resourceOf(id: OperationId): string {
  return id.slice(0, id.indexOf('.'));
}

function sortKey({ id, path, method }: Operation): string {
  return [resourceOf(id), path, METHODS.indexOf(method)].join('\n');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

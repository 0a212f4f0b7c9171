import { classifyNoResponse, missingPostId, toPrepareFailure } from '../../kit/http/classification.ts';
import { getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import type { Access, PrepareFailure } from '../../kit/publisher.ts';
import { call, classify, isId } from './request.ts';

/** `uri`: where the bytes of the container are uploaded, as Instagram states it; undefined for a container without. */
export type CreateOutcome = { outcome: 'created'; id: string; uri?: unknown } | PrepareFailure;

/** Create a container with these fields. */
export async function createContainer(body: object, ...[account, connection]: Access): Promise<CreateOutcome> {
  const path = `${encodeURIComponent(account.externalId)}/media`;
  const result = await call('POST', path, body, account, connection);
  if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
  if (!isSuccess(result.response)) return toPrepareFailure(classify(result.response, account));
  const json = parseJsonBody(result.response);
  const id = getPath(json, 'id');
  if (!isId(id)) return toPrepareFailure(missingPostId(result.response.status));
  return { outcome: 'created', id, uri: getPath(json, 'uri') };
}

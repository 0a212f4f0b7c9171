import type { DocumentName } from '../../lib/bundle/documents.ts';
import { codeSamples } from '../clients/samples.ts';
import { clientDocument } from '../openapi/client-document.ts';
import { openapi } from '../openapi/openapi.ts';
import type { Json } from '../openapi/schemas.ts';

/** Build the documents from the declarations, as what their JSON gives. */
export function buildDocuments(): Record<DocumentName, Json> {
  const document = plain(openapi());
  const client = clientDocument(document);
  return {
    'openapi.json': document,
    'openapi-client.json': client,
    'code-samples.json': plain(codeSamples(client)),
  };
}

function plain(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

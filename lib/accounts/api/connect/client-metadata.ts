import { defineOperation } from '../../../core/api/define-operation.ts';
import { ClientMetadataResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'connect.client-metadata',
  route: 'GET /v1/connect/client-metadata.json',
  summary: 'Retrieve the OAuth client metadata for Bluesky',
  description:
    'Return the document that describes this service to Bluesky servers. Its address is the client id with which a person signs in; no registration is necessary.',
  permissions: 'none',
});

export const response = ClientMetadataResponse;

import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { lazy } from '../lazy.ts';

export const operation = defineOperation({
  id: 'connect.client-metadata',
  route: 'GET /v1/connect/client-metadata.json',
  summary: 'Retrieve the OAuth client metadata for Bluesky',
  description:
    'Return the document that describes this service to Bluesky servers. Its address is the client id with which a person signs in; no registration is necessary.',
  permissions: 'none',
});

/** A client of RFC 7591, which this API does not describe further. */
export const ClientMetadataResponse = lazy(() => z.record(z.string(), z.unknown()));

export const response = ClientMetadataResponse;

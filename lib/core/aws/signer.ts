import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

// Almost every function has this client: it provides the region, the credentials and the signer. A client signs all its
// requests for the name of the first one, so each name has a client of its own.
const configs = new Map<string, DynamoDBClient['config']>();

/** What the signer of the SDK does besides signing requests, which its type leaves out. */
interface Presigner {
  presign: (request: object, options: { expiresIn: number }) => Promise<{ query: Record<string, string> }>;
}

/** Return the region of this process, and a signer with its credentials for requests to a service. */
export async function signerOf(signingName: string) {
  const config = configs.get(signingName) ?? new DynamoDBClient({}).config;
  configs.set(signingName, config);
  const region = await config.region();
  const signer = await config.signer({ name: 'sigv4', signingName, signingRegion: region, properties: {} });
  return { region, signer: signer as typeof signer & Presigner };
}

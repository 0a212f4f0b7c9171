import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The client that almost every function has: it provides the region, the credentials and the signer. */
const { config } = new DynamoDBClient({});

/** What the signer of the SDK does besides signing requests, which its type leaves out. */
interface Presigner {
  presign: (request: object, options: { expiresIn: number }) => Promise<{ query: Record<string, string> }>;
}

/** Return the region of this process, and a signer with its credentials for requests to a service. */
export async function signerOf(signingName: string) {
  const region = await config.region();
  const signer = await config.signer({ name: 'sigv4', signingName, signingRegion: region, properties: {} });
  return { region, signer: signer as typeof signer & Presigner };
}

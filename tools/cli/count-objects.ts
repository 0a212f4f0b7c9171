import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

/** Create a client of S3 that repeats what fails for a moment. */
export function createBucketClient(): S3Client {
  // The name of a bucket below `localhost` cannot be resolved everywhere.
  const forcePathStyle = Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);
  return new S3Client({ maxAttempts: 5, forcePathStyle });
}

/** Count the objects of a bucket. */
export async function countObjects(bucket: string): Promise<number> {
  const client = createBucketClient();
  try {
    let count = 0;
    for await (const { KeyCount = 0 } of paginateListObjectsV2({ client }, { Bucket: bucket })) count += KeyCount;
    return count;
  } finally {
    client.destroy();
  }
}

import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

/** Create a client of S3 that repeats what fails for a moment. */
export function createBucketClient(): S3Client {
  // The name of a bucket below `localhost` cannot be resolved everywhere.
  const forcePathStyle = Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);
  return new S3Client({ maxAttempts: 5, forcePathStyle });
}

/** Count the objects of a bucket whose keys begin with `prefix`. */
export async function countObjects(bucket: string, prefix = ''): Promise<number> {
  const client = createBucketClient();
  try {
    let count = 0;
    const listed = { Bucket: bucket, Prefix: prefix };
    for await (const { KeyCount = 0 } of paginateListObjectsV2({ client }, listed)) count += KeyCount;
    return count;
  } finally {
    client.destroy();
  }
}

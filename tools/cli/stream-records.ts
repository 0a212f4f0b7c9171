import { sendSignedRequest } from './sigv4-request.ts';

/** Where a batch lies in a table's stream, as Lambda notes it when it gives the batch up. */
export interface StreamBatchRef {
  streamArn: string;
  shardId: string;
  startSequenceNumber: string;
  endSequenceNumber: string;
}

/** A record as GetRecords gives it, which is what a Lambda event holds of it. */
export interface StreamRecord {
  dynamodb: { SequenceNumber: string };
}

const STREAMS = {
  signingName: 'dynamodb',
  host: 'streams.dynamodb',
  endpointVariable: 'AWS_ENDPOINT_URL_DYNAMODB_STREAMS',
};

/** A reading may be empty with records still ahead, but not for ever. */
const MAX_EMPTY_READS = 20;

/**
 * The records of a batch, oldest first, with those in between that the mapping's filter left out. Throws
 * AwsApiError, among them TrimmedDataAccessException for what is older than the 24 hours a stream keeps.
 */
export async function readBatch(place: StreamBatchRef): Promise<StreamRecord[]> {
  const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', {
    StreamArn: place.streamArn,
    ShardId: place.shardId,
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
    SequenceNumber: place.startSequenceNumber,
  });
  const end = BigInt(place.endSequenceNumber);
  const records: StreamRecord[] = [];
  let iterator: string | undefined = ShardIterator;
  for (let empty = 0; iterator && empty < MAX_EMPTY_READS; ) {
    const page: { Records: StreamRecord[]; NextShardIterator?: string } = await call('GetRecords', {
      ShardIterator: iterator,
    });
    for (const record of page.Records) {
      const at = BigInt(record.dynamodb.SequenceNumber);
      if (at <= end) records.push(record);
      if (at >= end) return records;
    }
    empty = page.Records.length === 0 ? empty + 1 : 0;
    iterator = page.NextShardIterator;
  }
  throw new Error(`The shard ${place.shardId} ends before ${place.endSequenceNumber}.`);
}

async function call<T>(operation: string, input: object): Promise<T> {
  const { body } = await sendSignedRequest({
    service: STREAMS,
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  return body as T;
}

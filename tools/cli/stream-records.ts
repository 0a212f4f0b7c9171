import { sendSignedRequest } from './sigv4-request.ts';

/** The position of a batch in a table's stream, as Lambda records it for a failed batch. */
export interface StreamBatchRef {
  streamArn: string;
  shardId: string;
  startSequenceNumber: string;
  endSequenceNumber: string;
}

/** A stream record in wire format, as in a Lambda event. */
export interface StreamRecord {
  dynamodb: { SequenceNumber: string };
}

const STREAMS = {
  signingName: 'dynamodb',
  host: 'streams.dynamodb',
  endpointVariable: 'AWS_ENDPOINT_URL_DYNAMODB_STREAMS',
};

/** GetRecords may return empty pages before the next record. Stop after this many. */
const MAX_EMPTY_READS = 20;

/**
 * Reads the records of a batch, oldest first, including those that the filter of the mapping excludes. Throws
 * an AwsApiError, such as TrimmedDataAccessException for records older than 24 hours.
 */
export async function readBatch(batch: StreamBatchRef): Promise<StreamRecord[]> {
  const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', {
    StreamArn: batch.streamArn,
    ShardId: batch.shardId,
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
    SequenceNumber: batch.startSequenceNumber,
  });
  const end = BigInt(batch.endSequenceNumber);
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
  throw new Error(`The shard ${batch.shardId} ends before ${batch.endSequenceNumber}.`);
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

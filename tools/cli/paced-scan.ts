import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { tableName } from '../../lib/core/table/client.ts';
import { PacedReads } from '../../lib/core/table/paced-reads.ts';
import type { Item } from '../../lib/core/table/schema.ts';

/** Which items a scan returns. */
type Filter = Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>;

/** Scans of an operator command, at the rate of `PacedReads`. No function of the service may scan. */
export class PacedScans extends PacedReads {
  /** Yield the items of the whole table that a filter selects, as they were a moment ago. */
  async *scan(filter: Filter): AsyncGenerator<Item[], void> {
    let start: Item | undefined;
    do {
      const input = { TableName: tableName(), ReturnConsumedCapacity: 'TOTAL' as const, ...filter };
      const page: ScanCommandOutput = await this.send(
        new ScanCommand({ ...input, ...(start ? { ExclusiveStartKey: start } : {}) }),
      );
      yield page.Items ?? [];
      start = page.LastEvaluatedKey;
    } while (start);
  }
}

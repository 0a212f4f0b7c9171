import { table } from '../../lib/core/table/client.ts';

/** What queries and batches have read: in the table's own units, and in items. Set both to 0 to begin again. */
export interface ReadMeter {
  units: number;
  items: number;
}

/** Count what the functions of this process read with queries and batches from now on. */
export function meterReads(): ReadMeter {
  const read: ReadMeter = { units: 0, items: 0 };
  table.middlewareStack.add(
    (next, context) => async (args) => {
      if (!['QueryCommand', 'BatchGetItemCommand'].includes(String(context.commandName))) return next(args);
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
      const result = await next({ ...args, input } as typeof args);
      const { ConsumedCapacity, Responses, ScannedCount } = result.output as {
        ConsumedCapacity?: unknown;
        Responses?: Record<string, unknown[]>;
        ScannedCount?: number;
      };
      for (const each of [ConsumedCapacity ?? []].flat())
        read.units += (each as { CapacityUnits: number }).CapacityUnits;
      read.items += ScannedCount ?? Object.values(Responses ?? {}).flat().length;
      return result;
    },
    { step: 'initialize' },
  );
  return read;
}

import { queryPages } from '../../core/table/read.ts';
import type { Item } from '../../core/table/schema.ts';
import { eventEntity } from '../entities/events.ts';
import { partitionAbout } from './events.ts';

/** Read the keys of the events of the stage that are deleted with the workspace that they are about. The index lags the table. */
export async function* eventsAbout(workspaceId: string): AsyncGenerator<Item, void> {
  for await (const page of queryPages({ index: 'by_category', pk: partitionAbout(workspaceId) })) {
    for (const { pk, sk } of page) yield { pk, sk, entity: eventEntity.name };
  }
}

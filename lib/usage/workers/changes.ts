import { accountEntity, accountRemovalEntity, metricsSpendingEntity } from '../../accounts/entities/accounts.ts';
import { contentEntity } from '../../content/entities/contents.ts';
import { scheduleEntryEntity } from '../../content/entities/schedule-entries.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { mediaAssetEntity } from '../../media/entities/media-assets.ts';
import { deliveryEntity } from '../../webhooks/entities/deliveries.ts';
import { usageDayEntity } from '../entities/usage.ts';
import { recordsOfEntry } from '../rules/post-records.ts';
import {
  recordsOfAccount,
  recordsOfContent,
  recordsOfDelivery,
  recordsOfMedia,
  recordsOfRemoval,
  recordsOfSpending,
} from '../rules/usage-records.ts';
import { keepRemovedUsage } from '../store/stage-usage.ts';
import { countsChange } from './count-usage.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(contentEntity, countsChange(recordsOfContent)),
  onChange(scheduleEntryEntity, countsChange(recordsOfEntry)),
  onChange(mediaAssetEntity, countsChange(recordsOfMedia)),
  onChange(deliveryEntity, countsChange(recordsOfDelivery)),
  onChange(metricsSpendingEntity, countsChange(recordsOfSpending)),
  onChange(accountEntity, countsChange(recordsOfAccount)),
  onChange(accountRemovalEntity, countsChange(recordsOfRemoval)),
  onChange(usageDayEntity, async (before, after) => {
    if (before && !after) await keepRemovedUsage(before);
  }),
];

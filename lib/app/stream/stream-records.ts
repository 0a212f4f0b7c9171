import type { Entity } from '../../core/table/define-entity.ts';
import type { ENTITIES } from '../table/entity-table.ts';
import type { SUBSCRIPTIONS } from './subscriptions.ts';

/** An entity whose changes the stream worker reads. */
export type StreamEntity = keyof typeof SUBSCRIPTIONS;

type Records = { [E in StreamEntity]: (typeof ENTITIES)[E] extends Entity<infer R> ? R : never };

/** The record type of each of them, which its declaration names. An interface, so that generic handlers can index it. */
export interface StreamRecords extends Records {}

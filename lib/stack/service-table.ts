import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { INDEX_PROJECTION, INDEXES } from '../table/schema.ts';
import type { Stage } from './stages.ts';

/** The removal policy of resources that hold data. */
export function removalOf(stage: Stage): RemovalPolicy {
  return stage.removal === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/** Create the table: on-demand, with its stream, its indexes and point-in-time recovery of 35 days. */
export function serviceTable(scope: Construct, stage: Stage): TableV2 {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  return new TableV2(scope, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    timeToLiveAttribute: 'expires_at_seconds',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.deletionProtection,
    removalPolicy: removalOf(stage),
    globalSecondaryIndexes: Object.entries(INDEXES).map(([indexName, { pk, sk, projection }]) => ({
      indexName,
      partitionKey: text(pk),
      sortKey: text(sk),
      ...(projection === 'keys'
        ? { projectionType: ProjectionType.KEYS_ONLY }
        : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...INDEX_PROJECTION] }),
    })),
  });
}

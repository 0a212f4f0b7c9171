import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';

/** Return whether a post became live. The entry that resumes a thread is created with its post, which is live already. */
export function isPublication({ dynamodb }: DynamoDBRecord): boolean {
  const { OldImage, NewImage } = dynamodb ?? {};
  if (!OldImage || !NewImage) return NewImage?.state?.S === 'published';
  return isLive(NewImage) && !isLive(OldImage);
}

function isLive({ state, published_at }: Record<string, AttributeValue>): boolean {
  return state?.S === 'published' || published_at?.S !== undefined;
}

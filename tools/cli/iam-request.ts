import { sendSigned } from '../../lib/core/aws/signed-request.ts';

/** Send a request to IAM, and return the XML of the response. Throws an Error with the reason when IAM rejects it. */
export async function requestIam(parameters: { Action: string } & Record<string, string>): Promise<string> {
  const { AWS_ENDPOINT_URL_IAM, AWS_ENDPOINT_URL } = process.env;
  const response = await sendSigned('iam', {
    url: () => new URL(AWS_ENDPOINT_URL_IAM ?? AWS_ENDPOINT_URL ?? 'https://iam.amazonaws.com'),
    // IAM has one endpoint for all regions, which accepts signatures for this one.
    signingRegion: 'us-east-1',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...parameters, Version: '2010-05-08' }).toString(),
  });
  const xml = await response.text();
  if (!response.ok) throw new Error(`${textOf(xml, 'Code') ?? response.status}: ${textOf(xml, 'Message') ?? ''}`);
  return xml;
}

function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

/**
 * The CloudFront function of the requests to the API: it states the address of the viewer in a header, in place of one
 * that the viewer has sent. The policy with which CloudFront adds its own header of that content also passes on the host
 * of the distribution, which API Gateway rejects.
 */
export const VIEWER_ADDRESS = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
`;

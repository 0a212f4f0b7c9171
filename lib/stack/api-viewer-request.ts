/**
 * The CloudFront function of the requests to the API. It states the address of the viewer in a header, in place of one
 * that the viewer has sent: the policy that makes CloudFront add its own header of that content also passes on the host
 * of the distribution, which API Gateway rejects.
 *
 * It rejects requests for the pages of review links and of sandbox posts, which are public and have their URLs at the origin
 * of the API: at that of the dashboard, a fault in one would reach the session of a member. The pages of
 * connections need this origin, because they recognize that session (docs/connect.md). API Gateway decodes paths.
 */
export const API_VIEWER_REQUEST = `function handler(event) {
  var request = event.request;
  var path = '';
  try {
    path = decodeURIComponent(request.uri);
  } catch (error) {}
  if (!path || /^\\/+v1\\/+(review|sandbox)(\\/|$)/.test(path)) {
    return { statusCode: 404, statusDescription: 'Not Found' };
  }
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
`;

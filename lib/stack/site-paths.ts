/**
 * The CloudFront function of the paths below `/app` and `/docs`: an object of S3 has no folder and no index page. It
 * redirects `/app` to `/app/` and reads `/app/index.html` for `/app/`. The local service runs the same code.
 */
export const SITE_PATHS = `function handler(event) {
  var request = event.request;
  if (request.uri === '/app' || request.uri === '/docs') {
    return {
      statusCode: 308,
      statusDescription: 'Permanent Redirect',
      headers: { location: { value: request.uri + '/' } }
    };
  }
  if (request.uri.charAt(request.uri.length - 1) === '/') request.uri += 'index.html';
  return request;
}
`;

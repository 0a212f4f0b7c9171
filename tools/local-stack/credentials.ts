/** The credentials of all functions. They protect nothing but the presigned URLs of the local service. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export * from '../../../platforms/kit/http/json-response.ts';

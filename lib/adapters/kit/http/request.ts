export * from '../../../platforms/kit/http/request.ts';

export * from '../../../platforms/kit/http/classification.ts';

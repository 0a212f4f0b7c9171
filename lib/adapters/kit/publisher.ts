export * from '../../platforms/kit/publisher.ts';

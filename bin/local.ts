import { startLocalService } from '../tools/local-stack/local-service.ts';
import { tour } from '../tools/local-stack/tour.ts';

const port = Number(process.env.PORT ?? 3000);
const folder = process.env.LOCAL_FOLDER ?? '.local';

try {
  const service = await startLocalService({ port, folder });
  console.log(tour(service, service.port, folder));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await service.stop();
      process.exit(0);
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

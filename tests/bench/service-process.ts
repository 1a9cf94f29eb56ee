import { readConfig } from '../../service/src/config.ts';
import { startService } from '../../service/src/main.ts';

// The service as one process of its own, as it would run in production: told by its environment, ready when it says so.
const { WEBHOOK_CA: ca, ...env } = process.env;
const service = await startService(readConfig(env), ca ? { deliveries: { ca: [ca] } } : {});
process.send?.({ port: service.port });
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));

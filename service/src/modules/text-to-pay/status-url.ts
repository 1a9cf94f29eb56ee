import type { Ctx } from '../../context.ts';

/** Where the carrier tells what became of the message of a request. What it signs begins with this very address. */
export function statusUrl({ config }: Pick<Ctx, 'config'>, request_id: string): string {
  return `${config.base_url}/api/notices/sms?request=${request_id}`;
}

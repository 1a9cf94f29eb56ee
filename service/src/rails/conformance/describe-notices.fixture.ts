import { describe, expect, test } from 'vitest';
import type { ReceivedNotice } from '../rail.ts';
import type { RailDriver } from './driver.fixture.ts';
import { taken } from './steps.fixture.ts';

/** What a provider tells is believed for whom it is genuine, and nothing that only looks like it. */
export function describeNotices(current: () => RailDriver): void {
  const verify = (received: ReceivedNotice) => current().rail.notices.verify(received, [current().seller]);
  const bodyOf = ({ raw_body }: ReceivedNotice): unknown => JSON.parse(raw_body.toString('utf8'));

  describe('a notice', () => {
    test('tells of the money that was taken and of what was returned', async () => {
      const of = { provider_order_id: '', provider_capture_id: '' };
      const all = await current().told(async () => {
        Object.assign(of, await taken(current()));
        await current().returnAtProvider(of.provider_capture_id, 500);
      });
      const said = all.map((one) => current().rail.notices.read(bodyOf(one)));
      const { provider_capture_id } = of;
      expect(said).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ about: 'capture_changed', provider_capture_id }),
          expect.objectContaining({ about: 'capture_refunded', provider_capture_id }),
        ]),
      );
    });

    test('is genuine as it was sent, for whom it claims to be, and with no byte changed', async () => {
      const { rail, seller, told } = current();
      const all = await told(() => taken(current()));
      expect(all.length).toBeGreaterThan(0);
      for (const received of all) {
        const { account_hint } = rail.notices.claim(received);
        const account_id = account_hint === null ? null : seller.account_id;
        expect(account_hint ?? seller.provider_account).toBe(seller.provider_account);
        expect(await verify(received)).toEqual({ kind: 'genuine', account_id });
        const raw_body = Buffer.concat([received.raw_body, Buffer.from(' ')]);
        expect(await verify({ ...received, raw_body })).toMatchObject({ kind: 'forged' });
        expect(await verify({ ...received, headers: {} })).toMatchObject({ kind: 'forged' });
        if (account_hint !== null)
          expect(await rail.notices.verify(received, [])).toMatchObject({ kind: 'forged' });
      }
      const ids = all.map((one) => rail.notices.identify(bodyOf(one))?.provider_notice_id);
      expect(new Set(ids).size).toBe(all.length);
      expect(ids).not.toContain(undefined);
    });
  });
}

import type { FrameLocator, Page } from 'playwright-core';
import { type Gateway, GR4VY, NMI } from '../../tests/world/gateways.ts';

export const GOOD = '4111 1111 1111 1111';
export const DECLINED = '4000 0000 0000 0002';

type Place = Page | FrameLocator;

/** A gateway's fields as a buyer finds them. */
interface Fields {
  gateway: Gateway;
  type(place: Place, number: string): Promise<void>;
}

export const IN_ONE_FRAME: Fields = {
  gateway: GR4VY,
  type: async (place, number) => {
    const frame = place.frameLocator('iframe[title="Card details"]');
    await frame.getByLabel('Card number').fill(number);
    await frame.getByLabel('Expires').fill('12/40');
    await frame.getByLabel('Security code').fill('123');
  },
};

export const ONE_BY_ONE: Fields = {
  gateway: NMI,
  type: async (place, number) => {
    for (const [name, value] of [
      ['Card number', number],
      ['Expiry (MM/YY)', '12 / 40'],
      ['Security code', '123'],
    ] as const) {
      await place.frameLocator(`iframe[title="${name}"]`).getByLabel(name).fill(value);
    }
  },
};

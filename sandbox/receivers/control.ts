import Type from 'typebox';
import { closed, milliseconds, optional, orNull, text, told } from '../machine/control/fields.ts';
import type { ControlCall, ControlRoute } from '../machine/control/route.ts';
import { unprocessable } from '../machine/refusal.ts';
import type { World } from '../machine/world.ts';
import { configureReceiver, RECEIVER_NAME, showReceiver } from './receivers.ts';

const RECEIVER = { name: 'Any name of letters, digits, _ and -, the last part of the receiver’s address' };

const receiverBody = closed({
  secret: optional(
    told('The endpoint’s secret, by which signatures are judged; null judges none', orNull(text(500))),
  ),
  status: optional(told('What it answers from now on', Type.Integer({ minimum: 200, maximum: 599 }))),
  delay_ms: optional(told('How long it takes to answer, in milliseconds', milliseconds)),
});

/** How the sandbox's own receivers answer, and what they took. */
export function receiverRoutes(world: World): ControlRoute[] {
  const nameOf = ({ params }: ControlCall): string => {
    const name = params['name'] ?? '';
    return RECEIVER_NAME.test(name) ? name : unprocessable('name: letters, digits, _ and -, at most 64');
  };
  return [
    {
      method: 'PUT',
      path: '/receivers/:name',
      params: RECEIVER,
      summary: 'Sets how https://receiver.sandbox.test/{name} answers; what is not given stays',
      body: receiverBody,
      handle: async (call) => {
        await configureReceiver(world, nameOf(call), call.body);
        return showReceiver(world, nameOf(call));
      },
    },
    {
      method: 'GET',
      path: '/receivers/:name',
      params: RECEIVER,
      summary: 'Shows a receiver and what it took, newest last',
      handle: (call) => showReceiver(world, nameOf(call)),
    },
  ];
}

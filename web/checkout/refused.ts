import { codeOf } from '../common/error-codes.ts';
import { enveloped, opened, type ParentMessage } from '../common/frame-messages.ts';

// In a frame that shows no payment but why there is none. It tells nothing that the one who asks does not know.

const { status } = document.querySelector<HTMLElement>('main')!.dataset;

document.documentElement.dataset['framed'] = '';
addEventListener('message', ({ source, data, ports: [port] }: MessageEvent) => {
  if (source !== window.parent || !port || opened<ParentMessage>(data) === null) return;
  const error = {
    type: 'error',
    code: codeOf(Number(status)),
    message: `${status}: there is no payment page`,
  } as const;
  port.postMessage(enveloped({ type: 'state', state: 'failed' }));
  port.postMessage(enveloped(error));
  port.postMessage(enveloped({ type: 'resize', height: document.body.scrollHeight }));
});

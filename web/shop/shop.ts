import type * as Published from '../sdk/types/fairway.d.ts';

// The demonstration shop's own page: what a channel's page would do, and a log of what it hears.

type Way = 'embed' | 'checkout';

const { Fairway } = window as unknown as { Fairway: typeof Published };
const made = new Map<Way, Published.Checkout>();

for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="rail"]')) {
  choice.addEventListener('change', () => choose(choice.value));
}
for (const button of document.querySelectorAll<HTMLElement>('[data-mount]')) {
  button.addEventListener('click', () => void show(button.dataset['mount'] as Way));
}
for (const button of document.querySelectorAll<HTMLElement>('[data-raise]')) {
  button.addEventListener('click', () => raise(button.dataset['raise']!));
}
choose(railChosen());

function railChosen(): string {
  return document.querySelector<HTMLInputElement>('input[name="rail"]:checked')!.value;
}

// What is shown already is of the rail before: it is taken away, and another session is another click.
function choose(rail: string): void {
  document.querySelector<HTMLFormElement>('[data-redirect]')!.action = `/pay/${rail}`;
  for (const way of made.keys()) takeAway(way);
}

function takeAway(way: Way): void {
  made.get(way)?.destroy();
  made.delete(way);
  for (const part of stageOf(way).children) (part as HTMLElement).hidden = false;
  logOf(way).replaceChildren();
}

async function show(way: Way): Promise<void> {
  takeAway(way);
  const stage = stageOf(way);
  const button = stage.querySelector<HTMLElement>('[data-mount]')!;
  try {
    const answer = await fetch(`/orders/${railChosen()}`, { method: 'POST' });
    if (!answer.ok) throw new Error(await answer.text());
    const { id } = (await answer.json()) as { id: string };
    const checkout = Fairway[way]({ sessionId: id, environment: 'sandbox', ...told(way) });
    made.set(way, checkout);
    button.hidden = true;
    checkout.mount(stage);
  } catch (error) {
    log(way, 'the shop', error instanceof Error ? error.message : String(error));
  }
}

function told(way: Way): Published.Callbacks {
  return {
    onReady: () => log(way, 'onReady'),
    onStateChange: (state) => log(way, 'onStateChange', state),
    onApprove: ({ orderId, captureId }) => log(way, 'onApprove', `order ${orderId}, capture ${captureId}`),
    onCancel: () => log(way, 'onCancel'),
    onError: ({ code, message, retryable }) =>
      log(way, 'onError', `${code}${retryable ? ', retryable' : ''}: ${message}`),
    onExpired: () => log(way, 'onExpired'),
  };
}

function log(way: Way, name: string, what = ''): void {
  const line = document.createElement('li');
  const heard = document.createElement('code');
  heard.textContent = name;
  line.append(heard, what && ` ${what}`);
  logOf(way).append(line);
}

function stageOf(way: Way): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-stage="${way}"]`)!;
}

function logOf(way: Way): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-log="${way}"]`)!;
}

function raise(code: string): void {
  const frame = document.querySelector<HTMLIFrameElement>('[data-frame]')!;
  document.querySelector<HTMLElement>('[data-raised]')!.hidden = false;
  for (const button of document.querySelectorAll<HTMLElement>('[data-raise]')) {
    button.setAttribute('aria-pressed', String(button.dataset['raise'] === code));
  }
  frame.title = `Raised: ${code}`;
  frame.src = `/raise/${code}`;
  frame.scrollIntoView({ block: 'nearest' });
}

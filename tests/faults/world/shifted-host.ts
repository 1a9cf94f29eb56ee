// The clock of a host that is not right, for this process alone: loaded first, so that nobody has seen another.

const HostDate = Date;
let aheadMs = 0;

/** Sets the host's clock so many seconds ahead of what it is, or behind when negative. */
export function shiftHost(seconds: number): void {
  aheadMs = seconds * 1_000;
}

const shownMs = () => HostDate.now() + aheadMs;

globalThis.Date = new Proxy(HostDate, {
  construct: (host, given: unknown[]) =>
    Reflect.construct(host, given.length === 0 ? [shownMs()] : given) as Date,
  get: (host, name) => (name === 'now' ? shownMs : (Reflect.get(host, name) as unknown)),
});

/** The host's monotonic clock in milliseconds, the same in every process of the machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

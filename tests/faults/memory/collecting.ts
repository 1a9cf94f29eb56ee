// Loaded before a process whose memory is measured: it collects when it is asked to, so that what is read then is in use.
process.on('SIGUSR2', () => (globalThis as { gc?: () => void }).gc?.());

// Loaded before a service of any state: answers what its process has had of the processor. The service itself listens to
// no messages, so none is taken from it.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpu_ms: (user + system) / 1000 });
});

const live = new Set<() => void>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Promises that `kill` (synchronous) is called before this process ends, however it ends short of SIGKILL.
 * Returns how to withdraw, once nothing is left to kill.
 */
export function guard(kill: () => void): () => void {
  if (live.size === 0) {
    process.on("exit", killAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  live.add(kill);
  return () => {
    if (!live.delete(kill) || live.size > 0) return;
    process.off("exit", killAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

function killAll(): void {
  for (const kill of live) kill();
}

// Node ends by itself on these signals only while nobody listens. Whoever else listens decides; `exit` then does the rest.
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

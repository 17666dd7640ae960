import type { SeenMessage } from "../../simulators/trace/context.ts";
import type { MonitorTools } from "../kit/monitor.ts";

/** Listens to every well-formed message that the target sends: responses, notifications and requests. */
export function onTargetMessages(m: MonitorTools, take: (seen: SeenMessage) => void): void {
  const listener = ({ seen }: { readonly seen: SeenMessage }) => {
    if (seen.from === "target") take(seen);
  };
  m.on("response", listener);
  m.on("notification", listener);
  m.on("request", listener);
}

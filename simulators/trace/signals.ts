import type { Signal, SignalName, Signals } from "./context.ts";
import type { ConversationState } from "./conversation.ts";
import type { TraceEvent } from "./events.ts";
import type { ExchangeState } from "./exchanges.ts";
import type { RequestState } from "./requests.ts";

/** What a signal's event has to do with. */
export interface About {
  readonly conversation: ConversationState;
  readonly exchange?: ExchangeState | undefined;
  readonly request?: RequestState | undefined;
  readonly defect?: string | undefined;
}

type Listeners = { [N in SignalName]?: ((signal: Signal<N>) => void)[] };

/** Hands signals to their listeners; one listener's error keeps no other from hearing. */
export class SignalHub {
  readonly #listeners: Listeners = {};
  #errors: unknown[] = [];

  on<N extends SignalName>(name: N, listener: (signal: Signal<N>) => void): void {
    const listeners: Listeners[N] = this.#listeners[name];
    if (listeners) listeners.push(listener);
    else (this.#listeners as Record<N, unknown>)[name] = [listener];
  }

  emit<N extends SignalName>(name: N, event: TraceEvent, payload: Signals[N], about: About): void {
    const listeners: ((signal: Signal<N>) => void)[] | undefined = this.#listeners[name];
    if (!listeners) return;
    const { conversation, exchange, request, defect } = about;
    const scenario = event.scenario ?? request?.scenario ?? exchange?.request.scenario;
    const signal = { exchange, ...payload, conversation, seq: event.seq, defect, scenario } as unknown as Signal<N>;
    for (const listener of listeners) {
      try {
        listener(signal);
      } catch (error) {
        this.#errors.push(error);
      }
    }
  }

  /** Throws the first of the errors since the last time, if there is one. */
  throwCollected(): void {
    if (this.#errors.length === 0) return;
    const [first] = this.#errors;
    this.#errors = [];
    throw first;
  }
}

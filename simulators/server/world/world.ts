import type { Clock } from "../../clock/clock.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { type Revision, since } from "../../wire/revisions.ts";
import type { Change } from "../rules/notify.ts";
import { createCatalogue } from "./catalogue.ts";

/** A request to a client. */
export type Asked = {
  readonly method: string;
  readonly params: JsonObject;
  /** Legacy: its id, where that is to be none of the usual. */
  readonly id?: string | number;
};

/** Thrown or returned by what needs the client's input before it can go on. */
export class InputRequired {
  /** By key: the client-side request to fulfil. */
  readonly requests: { readonly [key: string]: Asked };
  /** What the server wants back with the answers. */
  readonly state: JsonObject | undefined;
  /** ms that a legacy client is given to answer; undefined for the server's usual time. */
  readonly answerMs: number | undefined;
  constructor(
    requests: InputRequired["requests"],
    options: { readonly state?: JsonObject; readonly answerMs?: number } = {},
  ) {
    this.requests = requests;
    this.state = options.state;
    this.answerMs = options.answerMs;
  }
}

/** What a tool or prompt may do while it runs. */
export interface Running {
  readonly world: World;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly revision: Revision;
  readonly clientCapabilities: JsonObject;
  /** The client's answers by key, once it was asked. */
  readonly inputs: JsonObject | undefined;
  /** The verified state that came back with them. */
  readonly state: JsonObject | undefined;
  progress(progress: number, options: { readonly total?: number; readonly message?: string }): void;
  log(level: string, data: JsonValue): void;
  /** Breaks the response's connection off, where the transport allows to come back for the rest; tells whether there was one. */
  interrupt(): boolean;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly [member: string]: JsonValue | undefined;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** The first revision that has what it needs. */
  readonly since?: Revision;
  /** It takes its time, so that its answer is a stream wherever there are streams. */
  readonly streams?: boolean;
  run(given: JsonObject, running: Running): JsonObject | InputRequired | Promise<JsonObject | InputRequired>;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** The first revision that has what it needs. */
  readonly since?: Revision;
  /** Suggested values by argument. */
  readonly suggestions?: { readonly [argument: string]: readonly string[] };
  render(given: JsonObject, running: Running): readonly JsonObject[] | InputRequired;
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  read(world: World): { readonly text: string } | { readonly blob: string };
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly suggestions: { readonly [variable: string]: readonly string[] };
  /** Contents for a URI that the template makes; undefined for any other. */
  read(uri: string): { readonly text: string } | undefined;
}

/** What a server offers: fixed parts, and the few that change. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  /** In the lists only while toggled on. */
  readonly extra: { readonly tools: Tool; readonly prompts: Prompt; readonly resources: Resource };
}

export type ListedKind = "tools" | "prompts" | "resources";

/** The simulated server's tools, resources and prompts, with their state. One world may stand behind several connections. */
export class World {
  /** Side effects so far. */
  counter = 0;
  readonly #running = new Set<object>();
  readonly #catalogue: Catalogue;
  readonly #toggled = new Set<ListedKind>();
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #enders = new Set<() => void>();

  constructor(catalogue: Catalogue = createCatalogue()) {
    this.#catalogue = catalogue;
  }

  /** Slow calls under way. */
  get running(): number {
    return this.#running.size;
  }

  /** Counts a slow call until told that it is over, however often. */
  beginSlow(): () => void {
    const call = {};
    this.#running.add(call);
    return () => this.#running.delete(call);
  }

  /** The tools of a revision, in a fixed order. */
  tools(revision: Revision): readonly Tool[] {
    return this.#listed("tools").filter((tool) => available(tool, revision));
  }

  tool(name: string, revision: Revision): Tool | undefined {
    return this.tools(revision).find((tool) => tool.definition.name === name);
  }

  prompts(revision: Revision): readonly Prompt[] {
    return this.#listed("prompts").filter((prompt) => available(prompt, revision));
  }

  prompt(name: string): Prompt | undefined {
    return this.#listed("prompts").find((prompt) => prompt.name === name);
  }

  resources(): readonly Resource[] {
    return this.#listed("resources");
  }

  get templates(): readonly ResourceTemplate[] {
    return this.#catalogue.templates;
  }

  /** Contents of a resource, listed or made by a template; undefined where there is none. */
  read(uri: string): readonly JsonObject[] | undefined {
    const resource = this.resources().find((one) => one.uri === uri);
    if (resource) return [{ uri, mimeType: resource.mimeType, ...resource.read(this) }];
    for (const template of this.templates) {
      const contents = template.read(uri);
      if (contents) return [{ uri, mimeType: template.mimeType, ...contents }];
    }
    return undefined;
  }

  /** Suggestions by variable for a template or resource that completions may name. */
  completable(uri: string): { readonly [variable: string]: readonly string[] } | undefined {
    const template = this.templates.find(({ uriTemplate }) => uriTemplate === uri);
    return template?.suggestions ?? (this.resources().some((resource) => resource.uri === uri) ? {} : undefined);
  }

  /** How often a resource was changed. */
  version(uri: string): number {
    return this.#versions.get(uri) ?? 0;
  }

  /** Adds what is extra in a list, or takes it away, and tells of it. */
  toggle(kind: ListedKind): void {
    if (!this.#toggled.delete(kind)) this.#toggled.add(kind);
    this.#tell({ kind });
  }

  /** Changes a resource and tells of it. */
  touch(uri: string): void {
    this.#versions.set(uri, this.version(uri) + 1);
    this.#tell({ kind: "resource", uri });
  }

  /** Calls back on each change until told to stop. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has the servers end their subscriptions of their own accord. */
  endSubscriptions(): void {
    for (const ender of this.#enders) ender();
  }

  /** Calls back when subscriptions are to be ended, until told to stop. */
  onEndSubscriptions(ender: () => void): () => void {
    this.#enders.add(ender);
    return () => this.#enders.delete(ender);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #listed<K extends ListedKind>(kind: K): readonly Catalogue[K][number][] {
    const fixed = this.#catalogue[kind] as readonly Catalogue[K][number][];
    return this.#toggled.has(kind) ? [...fixed, this.#catalogue.extra[kind] as Catalogue[K][number]] : fixed;
  }
}

function available(item: { readonly since?: Revision }, revision: Revision): boolean {
  return item.since === undefined || since(item.since).includes(revision);
}

import type { Methods } from "./methods.ts";
import type { Definitions } from "./node.ts";

/** One revision: its named schemas and its methods. */
export interface Protocol {
  readonly revision: string;
  readonly definitions: Definitions;
  readonly methods: Methods;
  /** The definitions of error responses with these codes; others are plain error responses. */
  readonly errors?: { readonly [code: string]: string };
}

import { literal, object, optional, ref } from "../builder/build.ts";
import type { Node, RefNode } from "../builder/node.ts";

/** A request of that method with those params. What all requests share stands in `MethodRequest`. */
export function requestOf<const Method extends string, const Params extends Node>(method: Method, params: Params) {
  return object({ method: literal(method), params }, "MethodRequest");
}

/** A notification of that method with those params. What all notifications share stands in `MethodNotification`. */
export function notificationOf<const Method extends string, const Params extends Node>(method: Method, params: Params) {
  return object({ method: literal(method), params }, "MethodNotification");
}

/** Params that may be left out. */
export function maybe<const Name extends string>(name: Name): RefNode<Name> & { readonly optional: true } {
  return optional(ref(name));
}

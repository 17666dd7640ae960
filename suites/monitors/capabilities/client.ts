import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

const OBJECTS = ["roots", "sampling", "elicitation", "tasks", "experimental", "extensions"];
/** basic/index#meta: labels separated by dots, a slash, a name. */
const IDENTIFIER =
  /^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?\/([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** A rule of the capabilities that a client declares: in initialize, or in the `_meta` of each request. `problem` is undefined where they fit, null where they say nothing about it. */
function declared(
  requirement: string,
  accepted: string,
  problem: (capabilities: JsonObject) => string | undefined | null,
) {
  return monitor(
    requirement,
    (m) => {
      m.on("request", ({ seen, request: { method, params } }) => {
        if (seen.from !== "target") return;
        const { _meta: meta } = params;
        const given =
          method === "initialize"
            ? params.capabilities
            : isObject(meta)
              ? meta["io.modelcontextprotocol/clientCapabilities"]
              : undefined;
        if (!isObject(given)) return;
        const found = problem(given);
        if (found === null) return;
        m.saw();
        if (found !== undefined)
          m.fail(`${found}: ${shorten(JSON.stringify(given), 300)}`, { accepted: [accepted], events: [seen.seq] });
      });
    },
    { judges: "client" },
  );
}

const entries = (value: JsonValue | undefined) => (isObject(value) ? Object.entries(value) : []);

function odd(map: JsonValue | undefined, fits: (key: string, value: JsonValue | undefined) => boolean, what: string) {
  const all = entries(map);
  if (all.length === 0) return null;
  const wrong = all.find(([key, value]) => !fits(key, value));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong[0])} ${what}`;
}

export const clientMonitors: readonly Monitor[] = [
  declared("capabilities.client-shape", "capabilities that are objects, and flags that are booleans", (given) => {
    const bare = OBJECTS.find((name) => given[name] !== undefined && !isObject(given[name]));
    if (bare !== undefined) return `${bare} is no object`;
    const { roots } = given;
    return isObject(roots) && roots.listChanged !== undefined && typeof roots.listChanged !== "boolean"
      ? "roots.listChanged is no boolean"
      : undefined;
  }),
  declared("capabilities.experimental-shape", "maps from names to objects", ({ experimental, extensions }) => {
    const of = (map: JsonValue | undefined) => odd(map, (_key, value) => isObject(value), "is no object");
    const [one, other] = [of(experimental), of(extensions)];
    return one === null && other === null ? null : (one ?? other ?? undefined);
  }),
  declared("capabilities.extension-identifier-format", "identifiers of the form vendor/name", ({ extensions }) =>
    odd(extensions, (key) => !key.includes("/") || IDENTIFIER.test(key), "is no identifier"),
  ),
  declared("capabilities.extension-identifier-prefix", "identifiers with a prefix: vendor/name", ({ extensions }) =>
    odd(extensions, (key) => key.includes("/"), "has no prefix"),
  ),
  declared("capabilities.extension-settings-object", "an object of settings, {} for none", ({ extensions }) =>
    odd(extensions, (_key, value) => isObject(value), "has settings that are no object"),
  ),
];

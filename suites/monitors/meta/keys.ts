import { monitor } from "../../kit/monitor.ts";
import { onTargetMessages } from "../on-target.ts";
import { metaKeys } from "./places.ts";

/** A `_meta` key taken apart: `com.example/name`. Without a slash there is no prefix. */
interface Key {
  readonly prefix: string | undefined;
  readonly labels: readonly string[];
  readonly name: string;
}

const LABEL = /^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$/;
const ALPHANUMERIC_ENDS = /^[A-Za-z0-9](.*[A-Za-z0-9])?$/s;
const RESERVED = ["modelcontextprotocol", "mcp"];
/** First labels of names in reverse-DNS order. Only what is surely in domain order, such as `example.com/`, is called wrong. */
const TOP_LEVEL = [
  "com",
  "org",
  "net",
  "io",
  "dev",
  "ai",
  "app",
  "edu",
  "gov",
  "co",
  "me",
  "uk",
  "de",
  "fr",
  "eu",
  "us",
  "jp",
  "cn",
];

function parse(text: string): Key {
  const slash = text.indexOf("/");
  if (slash < 0) return { prefix: undefined, labels: [], name: text };
  const prefix = text.slice(0, slash);
  return { prefix, labels: prefix.split("."), name: text.slice(slash + 1) };
}

type Verdict = { readonly fits: boolean; readonly accepted: string } | undefined;

/** A rule of single keys; undefined where a key says nothing about it. */
function keyMonitor(requirement: string, judge: (key: Key) => Verdict) {
  return monitor(
    requirement,
    (m) => {
      onTargetMessages(m, ({ message, seq }) => {
        for (const { key, path } of metaKeys(message, m.revision)) {
          const verdict = judge(parse(key));
          if (verdict === undefined) continue;
          m.saw();
          if (!verdict.fits)
            m.fail(`the key ${JSON.stringify(key)} in ${path}`, { accepted: [verdict.accepted], events: [seq] });
        }
      });
    },
    { judges: "both" },
  );
}

const beforeLastLabel = (labels: readonly string[]) => labels.length >= 2 && RESERVED.includes(labels.at(-2)!);
const secondLabel = (labels: readonly string[]) => labels.length >= 2 && RESERVED.includes(labels[1]!);
/** The prefix of the protocol and its official extensions, whose keys no list here could name in full. */
const isOfficial = (prefix: string | undefined) => prefix === "io.modelcontextprotocol";

/** Grammar and reserved names of `_meta` keys (basic/index#meta). */
export const keyMonitors = [
  keyMonitor("meta.prefix-format", ({ prefix, labels }) =>
    prefix === undefined
      ? undefined
      : {
          fits: labels.every((label) => label !== ""),
          accepted: "a prefix of labels separated by dots, then a slash, then the name",
        },
  ),
  keyMonitor("meta.label-format", ({ prefix, labels }) =>
    prefix === undefined
      ? undefined
      : {
          fits: labels.every((label) => label === "" || LABEL.test(label)),
          accepted:
            "labels that start with a letter, end with a letter or digit, and hold letters, digits and hyphens between",
        },
  ),
  keyMonitor("meta.name-format", ({ name }) => ({
    fits: name === "" || ALPHANUMERIC_ENDS.test(name),
    accepted: "a name that is empty, or begins and ends with a letter or digit",
  })),
  keyMonitor("meta.reserved-prefix-before-last-label", ({ prefix, labels }) =>
    prefix === undefined
      ? undefined
      : {
          fits: !beforeLastLabel(labels),
          accepted: "no prefix in which `modelcontextprotocol` or `mcp` stands before the last label",
        },
  ),
  keyMonitor("meta.reserved-prefix-second-label", ({ prefix, labels }) =>
    prefix === undefined
      ? undefined
      : {
          fits: isOfficial(prefix) || !secondLabel(labels),
          accepted:
            "no prefix whose second label is `modelcontextprotocol` or `mcp`, but for those that MCP defines itself",
        },
  ),
  keyMonitor("meta.reverse-dns", ({ prefix, labels }) => {
    if (prefix === undefined || labels.length < 2) return undefined;
    if (TOP_LEVEL.includes(labels[0]!)) return { fits: true, accepted: "" };
    return TOP_LEVEL.includes(labels.at(-1)!)
      ? { fits: false, accepted: "reverse-DNS order: com.example/, not example.com/" }
      : undefined;
  }),
];

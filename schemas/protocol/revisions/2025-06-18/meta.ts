import { object, record, restrict, rule, string, unknown } from "../../builder/build.ts";

const LABEL = "[A-Za-z](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?";
const NAME = "[A-Za-z0-9](?:[A-Za-z0-9._\\-]*[A-Za-z0-9])?";

function keys(requirement: string, pattern: string) {
  return rule(requirement, record(unknown(), { keys: string({ pattern }) }));
}

/** basic#_meta: the grammar of keys, an optional prefix of labels and a name. */
export const MetaObject = rule(
  "meta.object-type",
  restrict(
    object({}),
    keys("meta.prefix-format", "^(?:[^/.]+(?:\\.[^/.]+)*/)?[^/]*$"),
    keys("meta.label-format", `^(?:${LABEL}(?:\\.${LABEL})*/)?[^/]*$`),
    keys("meta.name-format", `(?:^|/)(?:${NAME})?$`),
  ),
);

import { array, choice, demanded, object, optional, ref, restrict, rule, string } from "../../builder/build.ts";
import { URI } from "../patterns.ts";

const SOURCE = "icons.src-required";

/** basic#icons. */
export const icons = {
  Icon: rule(
    "icons.field-types",
    object({
      src: demanded(
        SOURCE,
        restrict(
          rule(SOURCE, string({ pattern: URI })),
          rule("icons.src-kind", string({ pattern: "^(?:[Hh][Tt][Tt][Pp][Ss]?|[Dd][Aa][Tt][Aa]):" })),
        ),
      ),
      mimeType: optional(string()),
      sizes: optional(
        array(restrict(string(), rule("icons.sizes-format", string({ pattern: "^(?:any|\\d+[xX]\\d+)$" })))),
      ),
      theme: optional(choice("light", "dark")),
    }),
  ),
  Icons: object({ icons: optional(rule("icons.src-required", array(ref("Icon")))) }),
};

import {
  absent,
  array,
  demanded,
  extend,
  integer,
  literal,
  number,
  object,
  optional,
  ref,
  rule,
  string,
  union,
  widen,
} from "../../builder/build.ts";
import { elicitation as previous } from "../2025-06-18/elicitation.ts";
import { notificationOf } from "../message.ts";
import { URI } from "../patterns.ts";

const described = { title: optional(string()), description: optional(string()) };
const named = array(object({ const: string(), title: string() }));
const select = {
  type: literal("array"),
  ...described,
  minItems: optional(integer()),
  maxItems: optional(integer()),
  default: optional(array(string())),
};
const SINGLE = "elicitation.enum-single-select";
const MULTI = "elicitation.enum-multi-select";
const MODE = "elicitation.mode-values";
const URL_PARAMS = "elicitation.url-params";
const URL_ID = "elicitation.url-elicitation-id";

/** client/elicitation: two modes, defaults, and four forms of enumeration. */
export const elicitation = {
  StringSchema: extend(previous.StringSchema, { default: optional(string()), oneOf: absent() }),
  NumberSchema: extend(previous.NumberSchema, { default: optional(number()) }),
  UntitledSingleSelectEnumSchema: rule(
    SINGLE,
    object({ type: literal("string"), ...described, enum: array(string()), default: optional(string()) }),
  ),
  TitledSingleSelectEnumSchema: rule(
    SINGLE,
    object({ type: literal("string"), ...described, oneOf: named, default: optional(string()) }),
  ),
  SingleSelectEnumSchema: union(ref("UntitledSingleSelectEnumSchema"), ref("TitledSingleSelectEnumSchema")),
  UntitledMultiSelectEnumSchema: rule(
    MULTI,
    object({ ...select, items: object({ type: literal("string"), enum: array(string()) }) }),
  ),
  TitledMultiSelectEnumSchema: rule(MULTI, object({ ...select, items: object({ anyOf: named }) })),
  MultiSelectEnumSchema: union(ref("UntitledMultiSelectEnumSchema"), ref("TitledMultiSelectEnumSchema")),
  LegacyTitledEnumSchema: rule(SINGLE, extend(previous.EnumSchema, { default: optional(string()) })),
  EnumSchema: union(ref("SingleSelectEnumSchema"), ref("MultiSelectEnumSchema"), ref("LegacyTitledEnumSchema")),

  RequestedSchema: extend(previous.RequestedSchema, { $schema: optional(string()) }),
  ElicitRequestFormParams: extend(
    previous.ElicitRequestParams,
    { mode: optional(rule(MODE, literal("form"))) },
    "TaskAugmentedRequestParams",
  ),
  ElicitRequestURLParams: rule(
    URL_PARAMS,
    object(
      {
        mode: rule(MODE, literal("url")),
        message: string(),
        elicitationId: demanded(URL_ID, rule(URL_ID, string())),
        url: rule("elicitation.url-valid", string({ pattern: URI })),
      },
      "TaskAugmentedRequestParams",
    ),
  ),
  ElicitRequestParams: rule(MODE, union(ref("ElicitRequestFormParams"), ref("ElicitRequestURLParams"))),
  ElicitedValue: widen(previous.ElicitedValue, array(string())),
  ElicitationCompleteNotification: notificationOf(
    "notifications/elicitation/complete",
    rule("elicitation.complete-has-id", object({ elicitationId: string() }, "NotificationParams")),
  ),
  URLElicitationRequiredError: object(
    {
      error: object(
        {
          code: literal(-32042),
          data: demanded(
            "elicitation.required-error-list",
            rule(
              "elicitation.required-error-list",
              object({
                elicitations: array(rule("elicitation.required-error-url-mode", ref("ElicitRequestURLParams"))),
              }),
            ),
          ),
        },
        "Error",
      ),
    },
    "JSONRPCErrorResponse",
  ),
};

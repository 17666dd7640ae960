import {
  absent,
  array,
  boolean,
  choice,
  demanded,
  integer,
  literal,
  number,
  object,
  optional,
  record,
  ref,
  rule,
  string,
  union,
} from "../../builder/build.ts";
import { requestOf } from "../message.ts";

const described = { title: optional(string()), description: optional(string()) };

/** client/elicitation. */
export const elicitation = {
  StringSchema: rule(
    "elicitation.schema-string",
    object({
      type: literal("string"),
      ...described,
      minLength: optional(integer()),
      maxLength: optional(integer()),
      format: optional(choice("email", "uri", "date", "date-time")),
      enum: absent(),
    }),
  ),
  NumberSchema: rule(
    "elicitation.schema-number",
    object({
      type: choice("number", "integer"),
      ...described,
      minimum: optional(number()),
      maximum: optional(number()),
    }),
  ),
  BooleanSchema: rule(
    "elicitation.schema-boolean",
    object({ type: literal("boolean"), ...described, default: optional(boolean()) }),
  ),
  EnumSchema: rule(
    "elicitation.enum-with-names",
    object({
      type: literal("string"),
      ...described,
      enum: array(string()),
      enumNames: optional(array(string())),
    }),
  ),
  PrimitiveSchemaDefinition: rule(
    "elicitation.schema-flat-object",
    union(ref("StringSchema"), ref("NumberSchema"), ref("BooleanSchema"), ref("EnumSchema")),
  ),
  RequestedSchema: rule(
    "elicitation.form-schema-required",
    object({
      type: literal("object"),
      properties: record(ref("PrimitiveSchemaDefinition")),
      required: optional(array(string())),
    }),
  ),
  ElicitRequestParams: object(
    {
      message: demanded("elicitation.message-required", rule("elicitation.message-required", string())),
      requestedSchema: demanded("elicitation.form-schema-required", ref("RequestedSchema")),
    },
    "RequestParams",
  ),
  ElicitRequest: requestOf("elicitation/create", ref("ElicitRequestParams")),
  ElicitResult: object(
    {
      action: demanded(
        "elicitation.action-enum",
        rule("elicitation.action-enum", choice("accept", "decline", "cancel")),
      ),
      content: optional(rule("elicitation.content-value-types", record(ref("ElicitedValue")))),
    },
    "Result",
  ),
  ElicitedValue: union(string(), number(), boolean()),
};

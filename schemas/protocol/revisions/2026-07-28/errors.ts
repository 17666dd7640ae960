import { array, demanded, literal, object, ref, rule, string } from "../../builder/build.ts";

const MISSING = "meta.missing-capability-data";
const SUPPORTED = "versioning.unsupported-version-supported-list";
const REQUESTED = "versioning.unsupported-version-requested";

/** schema#errors: error objects by code, and error responses whose data are defined. */
export const errors = {
  ParseError: coded(-32700),
  InvalidRequestError: coded(-32600),
  MethodNotFoundError: coded(-32601),
  InvalidParamsError: coded(-32602),
  InternalError: coded(-32603),
  HeaderMismatchError: object({ error: coded(-32020) }, "JSONRPCErrorResponse"),
  MissingRequiredClientCapabilityError: object(
    {
      error: object(
        {
          code: literal(-32021),
          data: demanded(
            MISSING,
            rule(MISSING, object({ requiredCapabilities: rule(MISSING, ref("ClientCapabilities")) })),
          ),
        },
        "Error",
      ),
    },
    "JSONRPCErrorResponse",
  ),
  UnsupportedProtocolVersionError: object(
    {
      error: object(
        {
          code: literal(-32022),
          data: demanded(
            SUPPORTED,
            rule(
              SUPPORTED,
              object({
                supported: array(string()),
                requested: demanded(REQUESTED, rule(REQUESTED, string())),
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

function coded<const Code extends number>(code: Code) {
  return object({ code: literal(code) }, "Error");
}

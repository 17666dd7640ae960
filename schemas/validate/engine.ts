import { Ajv2020 } from "ajv/dist/2020.js";
import type { Protocol } from "../protocol/builder/protocol.ts";
import { documentOf } from "../protocol/document.ts";
import { isBase64 } from "./base64.ts";

/** Whether a value is valid under a definition. */
export type Accepts = (definition: string, value: unknown) => boolean;

/** A JSON Schema engine that knows our annotation and our one asserted format, and stops at the first error. */
export function createEngine(): Ajv2020 {
  const engine = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, formats: { byte: isBase64 } });
  engine.addKeyword("x-requirement");
  return engine;
}

/** The definitions of a revision as predicates, each compiled when first used. */
export function acceptsOf(protocol: Protocol): Accepts {
  const engine = createEngine();
  const document = documentOf(protocol);
  engine.addSchema(document);
  return (definition, value) => {
    const validate = engine.getSchema(`${document.$id}#/$defs/${definition}`);
    if (validate === undefined)
      throw new Error(`expected a definition of ${protocol.revision}, but there is none named ${definition}`);
    return validate(value) === true;
  };
}

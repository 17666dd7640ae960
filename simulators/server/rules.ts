import { type AnswerRules, answerRules } from "./rules/answer.ts";
import { type HeaderRules, headerRules } from "./rules/headers.ts";
import { type HttpRules, httpRules } from "./rules/http.ts";
import { type ListRules, listRules } from "./rules/lists.ts";
import { type MethodRules, methodRules } from "./rules/method.ts";
import { type NegotiationRules, negotiationRules } from "./rules/negotiation.ts";
import { type NotifyRules, notifyRules } from "./rules/notify.ts";
import { type RpcRules, rpcRules } from "./rules/rpc.ts";
import { type StreamRules, streamRules } from "./rules/stream.ts";

/**
 * Named behaviours of the simulated server: guards that refuse (undefined lets pass) and policies that decide. Each is
 * documented where its kind is declared, and reaches its neighbours through the table it is handed, so that a replaced
 * behaviour is replaced everywhere.
 */
export interface Rules
  extends HttpRules,
    HeaderRules,
    RpcRules,
    MethodRules,
    NegotiationRules,
    AnswerRules,
    StreamRules,
    NotifyRules,
    ListRules {}

/** The behaviours of a server that conforms. */
export const CONFORMING: Readonly<Rules> = {
  ...httpRules,
  ...headerRules,
  ...rpcRules,
  ...methodRules,
  ...negotiationRules,
  ...answerRules,
  ...streamRules,
  ...notifyRules,
  ...listRules,
};

import { expectTypeOf, it } from "vitest";
import type { TypeOf } from "./builder/type-of.ts";
import type { definitions as oldest } from "./revisions/2024-11-05/protocol.ts";
import type { definitions as tasked } from "./revisions/2025-11-25/protocol.ts";
import type { definitions as newest } from "./revisions/2026-07-28/protocol.ts";

type Oldest = typeof oldest;
type Tasked = typeof tasked;
type Newest = typeof newest;

it("gives the types of messages from the schemas", () => {
  expectTypeOf<TypeOf<Oldest, "Role">>().toEqualTypeOf<"user" | "assistant">();
  expectTypeOf<TypeOf<Oldest, "RequestId">>().toEqualTypeOf<string | number>();
  expectTypeOf<TypeOf<Oldest, "PromptArgument">>().toEqualTypeOf<{
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }>();
  expectTypeOf<TypeOf<Oldest, "CallToolRequest">["method"]>().toEqualTypeOf<"tools/call">();
  expectTypeOf<TypeOf<Oldest, "CallToolRequest">["params"]["arguments"]>().toEqualTypeOf<
    { readonly [key: string]: unknown } | undefined
  >();
  expectTypeOf<TypeOf<Oldest, "CallToolResult">["content"][number]["type"]>().toEqualTypeOf<
    "text" | "image" | "resource"
  >();
});

it("follows what a revision changed, through refs and bases", () => {
  expectTypeOf<TypeOf<Tasked, "CallToolResult">["content"][number]["type"]>().toEqualTypeOf<
    "text" | "image" | "audio" | "resource" | "resource_link"
  >();
  expectTypeOf<TypeOf<Tasked, "CallToolRequest">["jsonrpc"]>().toEqualTypeOf<"2.0">();
  expectTypeOf<TypeOf<Tasked, "CallToolRequest">["params"]["task"]>().toEqualTypeOf<
    { readonly ttl?: number } | undefined
  >();
  expectTypeOf<TypeOf<Tasked, "Task">["ttl"]>().toEqualTypeOf<number | null>();
  expectTypeOf<TypeOf<Newest, "ListToolsResult">["resultType"]>().toEqualTypeOf<"complete">();
  expectTypeOf<TypeOf<Newest, "ListToolsResult">["cacheScope"]>().toEqualTypeOf<"public" | "private">();
  expectTypeOf<
    TypeOf<Newest, "CallToolRequest">["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"]
  >().toEqualTypeOf<string>();
  expectTypeOf<"ToolExecution">().not.toExtend<keyof Newest>();
});

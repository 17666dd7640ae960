import type { ClientMutant } from "../../client/app/mutant.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-puts-to-the-message-endpoint",
    breaks: ["sse.client-posts-to-endpoint"],
    where: { transports: ["sse"] },
    does: "sends its lists by PUT",
    apply: (seams) =>
      seams.request((request) =>
        request.body?.toString().includes('"resources/list"') ? { ...request, method: "PUT" } : request,
      ),
  },
  {
    id: "client-gets-first",
    breaks: ["sse.client-posts-first"],
    implies: ["http.post-method", "http.client-no-get-stream"],
    where: { transports: ["http"] },
    does: "begins with a GET",
    apply: (seams) => {
      let begun = false;
      seams.request((request) => {
        if (begun) return request;
        begun = true;
        return { ...request, method: "GET" };
      });
    },
  },
];

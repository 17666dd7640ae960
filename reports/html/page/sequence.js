import { carried } from "./bytes.js";
import { h } from "./dom.js";

/** The conversation around a finding, drawn between the simulated peer and the target. */
export function sequence(steps, { role, name }) {
  const peer = role === "server" ? "mcp-assay, as client" : "mcp-assay, as server";
  const began = steps[0]?.t ?? 0;
  return h(
    "div",
    { class: "sequence" },
    h("div", { class: "ends" }, h("b", {}, peer), h("b", {}, name === "" ? "target" : `${name} (target)`)),
    h(
      "ol",
      {},
      joined(steps).map((step) => drawn(step, began)),
    ),
  );
}

/** A head of HTTP and the body that goes with it as one; events of a stream stand alone. */
function joined(steps) {
  const list = [];
  const heads = new Map();
  for (const step of steps) {
    const key = `${step.exchange} ${step.from}`;
    const at = step.exchange === undefined ? undefined : heads.get(key);
    if (at === undefined || (step.kind !== "message" && step.kind !== "bytes")) {
      const opens = step.kind === "http" && step.head !== undefined;
      if (opens && !/^content-type: *text\/event-stream/im.test(step.head)) heads.set(key, list.length);
      list.push(step);
      continue;
    }
    const head = list[at];
    heads.delete(key);
    list[at] = {
      ...step,
      head: head.head,
      before: head.label,
      cited: step.cited || head.cited,
      defect: step.defect ?? head.defect,
    };
  }
  return list;
}

function drawn(step, began) {
  const travels = (step.from === "peer" || step.from === "target") && ["message", "bytes", "http"].includes(step.kind);
  const onSide = step.stream === "stderr" || step.kind === "app";
  const kind = travels && !onSide ? `travels from-${step.from}` : onSide ? "beside" : "aside";
  const label = h(
    "span",
    { class: "label" },
    step.before !== undefined && h("span", { class: "http" }, `${step.before} `),
    step.kind === "http" ? h("span", { class: "http" }, step.label) : step.label,
    step.defect !== undefined &&
      h("span", { class: "defect", title: "wrong on purpose" }, `on purpose: ${step.defect}`),
    step.cited && h("span", { class: "cites", title: "the finding rests on this" }, "◆"),
  );
  const time = h(
    "span",
    { class: "time", title: `event ${step.seq} of the trace` },
    `+${Math.round(step.t - began)} ms`,
  );
  const inside = carried(step);
  const row = [time, h("span", { class: "lane" }, label)];
  const content =
    inside.length === 0
      ? h("div", { class: "step" }, row)
      : h("details", { class: "step" }, h("summary", {}, row), h("div", { class: "carried" }, inside));
  return h("li", { class: `${kind}${step.cited ? " cited" : ""}` }, content);
}

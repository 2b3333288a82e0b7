// Problems of the API as sentences that say what to do next. The sentences are the texts `problem.<code>` of texts/ko.js and texts/en.js.

import { duration, el, hasText, t } from "./dom.js";

/** The sentence of a problem. */
export function sentence(problem) {
  const wait = problem.retryAfter ? t("problem.wait", { wait: duration(problem.retryAfter * 1000) }) : "";
  const key = hasText(`problem.${problem.code}`) ? `problem.${problem.code}` : "problem.fault";
  return [t(key), wait, key === "problem.fault" && problem.traceId ? t("problem.trace", { trace: problem.traceId }) : ""].filter(Boolean).join(" ");
}

/** The sentence in a box that screen readers read at once. With `retry`, a button repeats what failed. */
export const problemBox = (problem, retry) => el("div", { class: "problem", role: "alert", "data-code": problem.code },
  el("p", null, sentence(problem)), retry && el("button", { type: "button", onclick: retry }, t("retry")));

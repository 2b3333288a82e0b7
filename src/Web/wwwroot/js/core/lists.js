// Lists of the API: pages of items, continued by a cursor.

import { el, t } from "./dom.js";
import { get } from "./api.js";
import { problemBox } from "./problems.js";

/**
 * Shows a list, with a button for what follows; a problem leaves what is shown and offers to try again.
 * @param path The address, without a query.
 * @param draw Makes the elements of a page's items, given its body.
 * @param none What is shown instead of an empty list.
 */
export async function showList({ path, draw, none, signal, label }) {
  const list = el("ul", { class: "cards", "aria-label": label }), rest = el("div", null, el("p", { class: "quiet" }, t("loading"))), place = el("div", null, list, rest);

  async function load(after) {
    const { ok, body, problem } = await get(after ? `${path}?after=${encodeURIComponent(after)}` : path, { signal });
    if (!ok) {
      rest.replaceChildren(problemBox(problem, () => load(after)));
      return;
    }
    const items = await draw(body);
    list.append(...items);
    if (after) items[0]?.querySelector("a, button")?.focus();
    rest.replaceChildren(...body.next ? [el("button", { type: "button", onclick: () => load(body.next) }, t("more"))] : []);
    if (!list.children.length) place.replaceChildren(...none);
  }

  await load();
  return place;
}

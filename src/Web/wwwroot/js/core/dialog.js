// A question before something that cannot be undone.

import { el, t } from "./dom.js";

/** Asks; true if the fan says yes. Escape says no, and the focus returns to where it was. */
export function ask({ title, detail, text, yes, no }) {
  return new Promise(resolve => {
    const button = (value, name, attributes) => el("button", { value, ...attributes }, t(name));
    const dialog = el("dialog", { "aria-labelledby": "dialog-title", onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    } }, el("form", { method: "dialog" },
      el("h2", { id: "dialog-title" }, t(title)), detail && el("p", { lang: "ko" }, detail), el("p", null, t(text)),
      el("p", { class: "buttons" }, button("no", no, { autofocus: true }), button("yes", yes, { class: "danger" }))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

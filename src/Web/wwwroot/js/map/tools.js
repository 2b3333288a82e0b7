// The buttons on the map, for those who have neither wheel nor two fingers free.

import { el, t } from "../core/dom.js";

const zoomStep = 1.6;

/** Buttons to zoom and to see the whole stadium. */
export function mapTools({ zoom, overview }) {
  const button = (text, name, act) => el("button", { type: "button", class: "map-tool", "aria-label": t(name), title: t(name), onclick: act }, text);
  return el("div", { class: "map-tools" },
    button("+", "map.zoomIn", () => zoom(zoomStep)), button("–", "map.zoomOut", () => zoom(1 / zoomStep)), button(t("map.all"), "map.overview", overview));
}

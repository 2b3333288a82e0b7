// The style sheet of the game, the map and the checkout: loaded with the first page that needs it.

import { el } from "../core/dom.js";

let loaded = null;

/** Resolves when the style sheet is there, or cannot be had. */
export function loadStyle() {
  loaded ??= new Promise(resolve => {
    document.head.append(el("link", { rel: "stylesheet", href: import.meta.resolve("/css/map.css"), onload: resolve, onerror: resolve }));
  });
  return loaded;
}

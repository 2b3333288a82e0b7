// Starts the shop and shows the page of the address. A page is a module of js/pages with { title, async show(main, params, signal) }: the key of its title or a function,
// and what fills the page. `params` are the parts of the address, as texts; `signal` is aborted when the fan leaves.

import { announce, el, language, loadStyle, loadTexts, setLanguage, t } from "./dom.js";

// `part` names texts and a style sheet that only some pages need.
const id = "([1-9]\\d{0,15})";
const routes = [
  ["/", "home"],
  [`/games/${id}`, "game", { part: "map", names: ["gameId"] }],
  [`/games/${id}/waiting-room`, "waiting-room", { part: "map", names: ["gameId"] }],
  [`/checkout/${id}`, "checkout", { part: "map", names: ["gameId"] }],
  [`/operators/games/${id}/waiting-room`, "room-panel", { part: "operators", names: ["gameId"] }],
  ["/tickets", "tickets"],
  [`/tickets/${id}`, "ticket", { names: ["reservationId"] }],
  ["/sign-in", "sign-in"],
  ["/sign-up", "sign-up"],
  ["/password-reset", "password-reset"],
  ["/account", "account"],
].map(([pattern, page, more]) => ({ pattern: new RegExp(`^${pattern}$`), page, names: [], ...more }));

const main = document.getElementById("main");
let leave = new AbortController();

/** Leads to an address of the shop. With `replace`, the back button does not come back to this page. */
export function go(address, { replace = false } = {}) {
  history.replaceState({ ...history.state, scroll: scrollY }, "");
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return show();
}

/** Shows the page of this address again. */
export const refresh = () => show({ isSamePage: true });

/** The title of the window, where a page knows it only after a request. */
export const setTitle = text => { document.title = `${text} – Dugout`; };

/** Where to go after a sign-in: the page that led there. Only pages of the shop count. */
export function backAddress() {
  const asked = new URLSearchParams(location.search).get("back");
  const back = URL.canParse(asked, location.origin) ? new URL(asked, location.origin) : null;
  return asked && back?.origin === location.origin && find(back.pathname) ? back.pathname + back.search : "/";
}

/** The address of the sign-in page that comes back here. */
export const signInAddress = () => `/sign-in?back=${encodeURIComponent(location.pathname + location.search)}`;

const find = path => routes.find(route => route.pattern.test(path));

async function show({ isFirst = false, isSamePage = false, scroll = 0 } = {}) {
  leave.abort();
  const { signal } = leave = new AbortController();
  const route = find(location.pathname);
  // A page that is left may still write: into an element that is no longer shown.
  const place = el("div", { class: `page ${route.page}` });
  main.setAttribute("aria-busy", "true");
  try {
    const [{ default: page }] = await Promise.all([import(`../pages/${route.page}.js`), loadTexts(route.part), route.part && loadStyle(route.part)]);
    if (signal.aborted) return;
    const params = paramsOf(route);
    setTitle(typeof page.title === "function" ? page.title(params) : t(page.title));
    showFrame();
    main.replaceChildren(place);
    await page.show(place, params, signal);
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    main.replaceChildren(failure());
  }
  if (signal.aborted) return;
  main.removeAttribute("aria-busy");
  if (isSamePage) return;
  scrollTo(0, scroll);
  if (!isFirst) focusHeading();
}

function paramsOf(route) {
  const parts = route.pattern.exec(location.pathname).slice(1);
  return Object.fromEntries([...route.names.map((name, index) => [name, parts[index]]), ["id", parts[0]]]);
}

/** A new page is announced by its heading. What the fan has focused on it meanwhile keeps the focus. */
function focusHeading() {
  const heading = main.querySelector("h1") ?? main;
  if (main.contains(document.activeElement) && document.activeElement !== main) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A module that could not be loaded, because the connection is lost or another build has taken its place, or a fault in it. A reload mends the former. */
const failure = () => el("div", { class: "problem", role: "alert" },
  el("h1", null, t("failed.title")), el("p", null, t("failed.text")), el("button", { type: "button", onclick: () => location.reload() }, t("reload")));

/** The links on top and the choice of language below. */
function showFrame() {
  const nickname = localStorage.getItem("fan"), path = location.pathname, isOnTheWay = ["/sign-in", "/sign-up", "/password-reset"].includes(path);
  const link = (address, text) => el("a", { href: address, "aria-current": path === address && "page" }, text);
  const nav = document.getElementById("nav");
  nav.setAttribute("aria-label", t("nav"));
  nav.replaceChildren(
    link("/", t("nav.games")),
    ...nickname === null
      ? [el("a", { href: isOnTheWay ? `/sign-in?${new URLSearchParams({ back: backAddress() })}` : signInAddress(), "aria-current": path === "/sign-in" && "page" }, t("nav.sign-in"))]
      : [link("/tickets", t("nav.tickets")), link("/account", t("nav.account"))]);
  document.querySelector(".skip").textContent = t("skip");
  document.getElementById("foot").replaceChildren(el("p", { role: "group", "aria-label": t("language") }, [["ko", "한국어"], ["en", "English"]].map(([code, name]) =>
    el("button", { type: "button", class: "plain", lang: code, "aria-pressed": String(language() === code), onclick: () => setLanguage(code) }, name))));
}

addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.origin !== location.origin || !find(link.pathname)) return;
  event.preventDefault();
  // A place on this page, such as the content: no page to show.
  if (link.hash) document.querySelector(link.hash)?.focus();
  else go(link.pathname + link.search);
});
addEventListener("pagehide", () => history.replaceState({ ...history.state, scroll: scrollY }, ""));
addEventListener("popstate", event => show({ scroll: event.state?.scroll }));
addEventListener("language-changed", async () => {
  await refresh();
  document.querySelector("#foot [aria-pressed=true]")?.focus();
  announce(t("language.changed"));
});
addEventListener("session-changed", showFrame);
addEventListener("session-ended", () => {
  localStorage.removeItem("fan");
  if (location.pathname !== "/sign-in") go(signInAddress(), { replace: true });
});
// Another tab has signed in or out.
addEventListener("storage", event => { if (event.key === "fan") showFrame(); });
history.scrollRestoration = "manual";
show({ isFirst: true, scroll: history.state?.scroll });

// The games of a month: by team and stadium, with the state of each sale. What the fan has chosen stands in the address.

import { announce, day, dayAndTime, duration, el, monthOf, t, time } from "../core/dom.js";
import { get, now } from "../core/api.js";

const seasonBegin = 4, seasonEnd = 10, soon = 86_400_000;

export default {
  title: "home.title",
  async show(main, params, signal) {
    const asked = new URLSearchParams(location.search), wanted = asked.get("month");
    const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(wanted) ? wanted : seasonMonth(now());
    const status = el("p", { class: "quiet" }, t("loading"));
    main.append(el("h1", null, t("home.title")), status);
    const soldOut = get("/api/games/sold-out");
    let answer = await get(`/api/games?month=${month}`, { signal }), shown = month;
    if (answer.ok && !answer.body.items.length && !wanted) {
      // This season has no games here: the next one may.
      shown = `${Number(month.slice(0, 4)) + 1}-0${seasonBegin}`;
      answer = await get(`/api/games?month=${shown}`, { signal });
    }
    if (!answer.ok) {
      const { problemBox } = await import("../core/problems.js");
      status.replaceWith(problemBox(answer.problem, async () => {
        main.replaceChildren();
        await this.show(main, params, signal);
      }));
      return;
    }
    status.remove();
    main.append(months(shown), ...list(answer.body.items, asked, soldOut, signal));
  },
};

/** The month to begin with: this one, or the first of the season to come. */
function seasonMonth(time) {
  const month = monthOf(time), [year, number] = month.split("-").map(Number);
  if (number > seasonEnd) return `${year + 1}-0${seasonBegin}`;
  return number < seasonBegin ? `${year}-0${seasonBegin}` : month;
}

function months(shown) {
  const year = shown.slice(0, 4), query = new URLSearchParams(location.search);
  return el("nav", { class: "months", "aria-label": t("home.months") },
    el("p", null, t("home.season", { year })),
    el("ul", null, Array.from({ length: seasonEnd - seasonBegin + 1 }, (_, index) => String(seasonBegin + index).padStart(2, "0")).map(month => {
      query.set("month", `${year}-${month}`);
      return el("li", null, el("a", { href: `/?${query}`, "aria-current": shown === `${year}-${month}` && "true" }, t("home.month", { month })));
    })));
}

function list(games, asked, soldOut, signal) {
  const named = all => [...new Map(all.map(one => [String(one.id), one.name]))].sort((a, b) => a[1].localeCompare(b[1], "ko"));
  const select = (name, all, label, values) => el("p", { class: "field" }, el("label", { for: name }, label),
    el("select", { id: name, name, value: asked.get(name) ?? "", onchange: filter }, el("option", { value: "" }, all), values.map(([id, text]) => el("option", { value: id, lang: "ko" }, text))));
  const count = el("p", { class: "quiet", role: "status" }), found = el("div");
  const form = el("form", { class: "filters", "aria-label": t("home.filters"), onsubmit: event => event.preventDefault() },
    select("team", t("home.all-teams"), t("home.team"), named(games.flatMap(game => [game.homeTeam, game.awayTeam]))),
    select("stadium", t("home.all-stadiums"), t("home.stadium"), named(games.map(game => game.stadium))),
    el("p", { class: "check" }, el("input", { type: "checkbox", id: "sale", name: "sale", checked: asked.get("sale") === "on", onchange: filter }), el("label", { for: "sale" }, t("home.on-sale-only"))));

  function filter() {
    const chosen = new FormData(form), query = new URLSearchParams(location.search);
    for (const name of ["team", "stadium", "sale"]) {
      if (chosen.get(name)) query.set(name, chosen.get(name));
      else query.delete(name);
    }
    history.replaceState(history.state, "", query.size ? `/?${query}` : "/");
    draw();
  }

  function draw() {
    const { team, stadium, sale } = Object.fromEntries(new FormData(form));
    const those = games.filter(game => (!team || [game.homeTeam.id, game.awayTeam.id].includes(Number(team)))
      && (!stadium || game.stadium.id === Number(stadium)) && (!sale || stateOf(game) === "on-sale"));
    count.textContent = t("home.count", { count: those.length });
    found.replaceChildren(...those.length ? days(those) : [el("p", null, t("home.none")), el("button", { type: "button", onclick: clear }, t("home.clear"))]);
  }

  function clear() {
    for (const name of ["team", "stadium"]) form.elements[name].value = "";
    form.elements.sale.checked = false;
    filter();
    form.elements.team.focus();
  }

  draw();
  // The second in which a sale opens must not be missed; the rest of the list is left alone.
  const timer = setInterval(() => games.forEach(game => tick(found, game)), 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
  soldOut.then(({ body }) => {
    const ids = new Set(body?.items?.map(game => game.gameId));
    for (const game of games) game.isSoldOut = ids.has(game.id);
    games.forEach(game => tick(found, game));
  });
  return [form, count, found];
}

const days = games => [...Map.groupBy(games, game => day(game.startsAt))].map(([name, those]) =>
  el("section", { class: "day" }, el("h2", null, name), el("ul", { class: "games" }, those.map(item))));

function stateOf(game) {
  const time = now();
  if (time < Date.parse(game.saleOpensAt)) return "not-open";
  if (time >= Date.parse(game.saleClosesAt)) return "closed";
  return game.isSoldOut ? "sold-out" : "on-sale";
}

const item = game => el("li", { class: "game", "data-game": game.id, "data-state": stateOf(game) },
  el("a", { href: `/games/${game.id}` },
    el("span", { class: "when" }, time(game.startsAt)),
    el("span", { class: "what" }, el("strong", { lang: "ko" }, game.title), el("span", { class: "where", lang: "ko" }, game.stadium.name)),
    el("span", { class: "state" }, stateText(game))));

function stateText(game) {
  const state = stateOf(game), name = el("b", null, t(`home.${state}`));
  if (state !== "not-open") return name;
  const left = Date.parse(game.saleOpensAt) - now();
  return [name, " ", el("small", null, left < soon ? t("home.opens-in", { left: duration(left) }) : t("home.opens-at", { when: dayAndTime(game.saleOpensAt) }))];
}

function tick(found, game) {
  const row = found.querySelector(`[data-game="${game.id}"]`);
  if (!row) return;
  const before = row.dataset.state, state = stateOf(game);
  if (before === state && (state !== "not-open" || Date.parse(game.saleOpensAt) - now() >= soon)) return;
  row.querySelector(".state").replaceChildren(...[stateText(game)].flat());
  if (before === state) return;
  row.dataset.state = state;
  if (state === "on-sale") announce(t("home.opened", { title: game.title }));
}

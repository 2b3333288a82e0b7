// The fan's reservations, newest first.

import { dayAndTime, el, t } from "../core/dom.js";
import { get } from "../core/api.js";
import { showList } from "../core/lists.js";

export default {
  title: "tickets.title",
  async show(main, params, signal) {
    const games = new Map();
    main.append(el("h1", null, t("tickets.title")));
    main.append(await showList({
      path: "/api/reservations",
      label: t("tickets.title"),
      signal,
      none: [el("p", null, t("tickets.none")), el("p", null, el("a", { class: "button main", href: "/" }, t("tickets.to-games")))],
      draw: async ({ items }) => {
        await Promise.all([...new Set(items.map(item => item.gameId))].filter(id => !games.has(id)).map(async id => games.set(id, (await get(`/api/games/${id}`, { signal })).body)));
        return items.map(item => card(item, games.get(item.gameId)));
      },
    }));
  },
};

function card({ reservationId, number, seats, cancelledAt }, game) {
  const left = seats.filter(seat => !seat.cancelledAt).length;
  const state = cancelledAt ? "tickets.cancelled" : left < seats.length && "tickets.partly";
  return el("li", null, el("a", { class: "card", href: `/tickets/${reservationId}` },
    el("strong", { lang: "ko" }, game?.title ?? number),
    game && el("span", null, dayAndTime(game.startsAt), " · ", el("span", { lang: "ko" }, game.stadium.name)),
    el("span", { class: "quiet" }, `${t("tickets.number")} ${number} · ${t("tickets.seats", { count: left || seats.length })}`),
    state && el("b", { class: "tag" }, t(state))));
}

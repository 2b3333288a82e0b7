// One reservation: its game and seats, and their cancellation, of one seat or of all.

import { announce, dayAndTime, el, fullDay, money, t, time } from "../core/dom.js";
import { get, send } from "../core/api.js";
import { ask } from "../core/dialog.js";
import { problemBox } from "../core/problems.js";
import { gradesOf, seatName } from "../core/seats.js";

export default {
  title: "ticket.title",
  async show(main, { reservationId }, signal) {
    const path = `/api/reservations/${reservationId}`;
    main.append(el("h1", null, t("ticket.title")), el("p", { class: "quiet" }, t("loading")));
    await draw();

    async function draw(said) {
      const { ok, body, problem } = await get(path, { signal });
      const back = el("p", null, el("a", { href: "/tickets" }, t("ticket.back")));
      const heading = el("h1", { tabindex: -1 }, t("ticket.title"));
      if (!ok) {
        main.replaceChildren(heading, problemBox(problem, problem.status === 404 ? undefined : () => draw(said)), back);
        return;
      }
      const [game, grades] = await Promise.all([get(`/api/games/${body.gameId}`, { signal }), gradesOf(body.gameId, body.seats, signal)]);
      const left = body.seats.filter(seat => !seat.cancelledAt);
      main.replaceChildren(
        heading,
        el("div", { class: "done", role: "status" }, said && t(said)),
        details(body, game.body),
        el("h2", null, t("ticket.seats")),
        el("ul", { class: "cards" }, body.seats.map(seat => seatCard(seat, seatName(grades.get(seat.gradeId), seat.number), left.length > 1))),
        el("p", { class: "buttons" }, left.length > 0 && el("button", { type: "button", class: "danger", onclick: () => cancel(path, "all") }, t("ticket.cancel-all"))),
        back);
      if (!said) return;
      heading.focus();
      announce(t(said));
    }

    function seatCard({ gradeId, number, price, cancelledAt }, name, isOneOfMany) {
      const cancelSeat = () => cancel(`${path}/seats/${gradeId}/${number}`, "seat", name);
      return el("li", { class: "card row" }, el("span", null, name), el("span", null, money(price)), cancelledAt
        ? el("b", { class: "tag" }, t("tickets.cancelled"))
        : isOneOfMany && el("button", { type: "button", class: "danger", "aria-label": t("ticket.cancel-seat-of", { seat: name }), onclick: cancelSeat }, t("ticket.cancel-seat")));
    }

    async function cancel(address, what, detail) {
      if (!await ask({ title: `ticket.confirm-${what}`, detail, text: "ticket.confirm-text", yes: "ticket.confirm-yes", no: "ticket.confirm-no" })) return;
      const { ok, problem } = await send("DELETE", address, undefined, { signal });
      // Another tab may have been faster: that is what was wanted, too.
      if (ok || problem.code === "already-cancelled") await draw(`ticket.done-${what}`);
      else main.querySelector(".done").replaceChildren(problemBox(problem, () => cancel(address, what, detail)));
    }
  },
};

const details = ({ number, total, reservedAt, cancelledAt }, game) => el("dl", { class: "details" }, [
  ["tickets.number", el("span", null, number, cancelledAt && [" ", el("b", { class: "tag" }, t("tickets.cancelled"))])],
  ...game ? [
    ["ticket.game", el("a", { href: `/games/${game.id}`, lang: "ko" }, game.title)],
    ["ticket.starts-at", `${fullDay(game.startsAt)} ${time(game.startsAt)}`],
    ["ticket.stadium", el("span", { lang: "ko" }, game.stadium.name)],
  ] : [],
  ["ticket.total", money(total)],
  ["tickets.reserved-at", dayAndTime(reservedAt)],
].map(([name, value]) => el("div", null, el("dt", null, t(name)), el("dd", null, value))));

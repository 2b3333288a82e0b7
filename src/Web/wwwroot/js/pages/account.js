// The fan's account: notices, devices, the password, and the way out.

import { announce, dayAndTime, el, t } from "../core/dom.js";
import { get, send } from "../core/api.js";
import { form, newPassword } from "../core/forms.js";
import { showList } from "../core/lists.js";
import { problemBox } from "../core/problems.js";
import { go } from "../core/router.js";
import { known, signOut } from "../core/session.js";

export default {
  title: "account.title",
  async show(main, params, signal) {
    main.append(
      el("h1", null, t("account.title")),
      el("p", { class: "buttons" }, el("strong", null, t("account.hello", { nickname: known() ?? "" })), signOutButton()),
      el("h2", { id: "notices" }, t("account.notices")));
    main.append(
      await notices(signal),
      el("h2", null, t("account.devices")), await devices(signal),
      el("h2", null, t("account.password")), el("p", { class: "quiet" }, t("account.password-text")), passwordForm());
  },
};

function signOutButton() {
  const button = el("button", { type: "button", onclick: async () => {
    const { ok, problem } = await signOut();
    if (ok || problem.code === "not-signed-in") {
      await go("/");
      announce(t("account.signed-out"));
    } else {
      button.after(problemBox(problem));
    }
  } }, t("account.sign-out"));
  return button;
}

async function notices(signal) {
  const count = el("p", { class: "quiet", role: "status" });
  let unread = 0, newest = 0;
  const all = el("button", { type: "button", onclick: readAll }, t("account.read-all"));
  const list = await showList({
    path: "/api/notices",
    label: t("account.notices"),
    signal,
    none: [el("p", null, t("account.no-notices"))],
    draw: body => {
      unread = body.unread;
      newest = Math.max(newest, ...body.items.map(item => item.noticeId));
      showCount();
      return body.items.map(notice);
    },
  });
  return el("section", { "aria-labelledby": "notices" }, el("div", { class: "buttons" }, count, all), list);

  function showCount() {
    count.textContent = unread ? t("account.unread", { count: unread }) : "";
    all.hidden = !unread;
  }

  function notice({ noticeId, title, text, createdAt, readAt }) {
    const row = el("li", { class: "card notice", "data-notice": noticeId, "data-read": String(Boolean(readAt)) },
      el("strong", { lang: "ko" }, title), el("span", { lang: "ko" }, text), el("small", null, dayAndTime(createdAt)));
    if (!readAt) row.append(el("b", { class: "tag" }, t("account.new")), el("button", { type: "button", "aria-label": t("account.read-of", { title }), onclick: () => read(row, noticeId) }, t("account.read")));
    return row;
  }

  async function read(row, noticeId) {
    const { ok, problem } = await send("PUT", `/api/notices/${noticeId}/read`, undefined, { signal });
    if (!ok) return row.append(problemBox(problem));
    unread--;
    showRead(row);
    showCount();
    (list.querySelector("[data-read=false] button") ?? list).focus();
  }

  async function readAll() {
    const { ok, problem } = await send("PUT", "/api/notices/read", { upTo: newest }, { signal });
    if (!ok) return list.before(problemBox(problem));
    unread = 0;
    list.querySelectorAll("[data-read=false]").forEach(showRead);
    showCount();
  }
}

function showRead(row) {
  row.dataset.read = "true";
  row.querySelectorAll(".tag, button, .problem").forEach(element => element.remove());
}

async function devices(signal) {
  const { ok, body, problem } = await get("/api/accounts/me/devices", { signal });
  if (!ok) return problemBox(problem);
  const place = el("div");
  draw(body.items);
  return place;

  function draw(items) {
    place.replaceChildren(items.length ? el("ul", { class: "cards" }, items.map(item => device(item, items))) : el("p", null, t("account.no-devices")));
  }

  function device({ deviceId, lastSeenAt }, items) {
    const when = dayAndTime(lastSeenAt);
    const row = el("li", { class: "card row" }, el("span", null, t("account.device", { when })), el("button", { type: "button", class: "danger", "aria-label": t("account.forget-of", { when }), onclick: async () => {
      const answer = await send("DELETE", `/api/accounts/me/devices/${deviceId}`, undefined, { signal });
      if (answer.ok || answer.problem.code === "no-such-device") draw(items.filter(item => item.deviceId !== deviceId));
      else row.append(problemBox(answer.problem));
    } }, t("account.forget")));
    return row;
  }
}

const passwordForm = () => form({
  name: "password",
  fields: [{ name: "current", label: "current-password", type: "password", autocomplete: "current-password", maxlength: 200 }, newPassword("next")],
  submit: "account.password-submit",
  action: ({ current, next }) => send("PUT", "/api/accounts/me/password", { current, next }),
  done: async () => {
    // The change has ended every session, this one too.
    await signOut();
    await go(`/sign-in?${new URLSearchParams({ why: "password", back: "/account" })}`, { replace: true });
  },
});

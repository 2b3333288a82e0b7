// A new password with a mailed code. The step stands in the address, so that a reload keeps it.

import { el, t } from "../core/dom.js";
import { codeField, emailField, form, newPassword } from "../core/forms.js";
import { send } from "../core/api.js";
import { backAddress, go } from "../core/router.js";

const stepAddress = step => `/password-reset?${new URLSearchParams({ ...step && { step }, back: backAddress() })}`;

export default {
  title: "reset.title",
  async show(main) {
    const isCode = new URLSearchParams(location.search).get("step") === "code";
    main.append(el("h1", null, t("reset.title")), ...isCode ? codeStep() : mailStep());
  },
};

const mailStep = () => [
  el("p", null, t("reset.text")),
  form({
    name: "reset",
    fields: [emailField],
    submit: "reset.submit",
    action: ({ email }) => send("POST", "/api/password-resets", { email }, { guest: true }),
    done: () => go(stepAddress("code")),
  }),
  el("p", null, el("a", { href: stepAddress("code") }, t("reset.have-code"))),
];

const codeStep = () => [
  el("p", null, t("reset.code-text")),
  form({
    name: "reset-code",
    fields: [codeField, newPassword("next")],
    submit: "reset.set",
    action: ({ code, next }) => send("PUT", "/api/password-resets", { code, next }, { guest: true }),
    done: () => go(`/sign-in?${new URLSearchParams({ why: "password", back: backAddress() })}`, { replace: true }),
  }),
  el("p", null, el("a", { href: stepAddress("") }, t("reset.again"))),
];

// A new account, and the code that confirms its e-mail. The step stands in the address, so that a reload keeps it.

import { announce, el, t } from "../core/dom.js";
import { draft } from "../core/drafts.js";
import { codeField, emailField, form, newPassword } from "../core/forms.js";
import { send } from "../core/api.js";
import { backAddress, go } from "../core/router.js";
import { signIn } from "../core/session.js";

const mailedTo = draft("sign-up-mailed-to");

export default {
  title: "sign-up.title",
  async show(main) {
    const isCode = new URLSearchParams(location.search).get("step") === "code";
    main.append(...isCode ? codeStep() : accountStep());
  },
};

const accountStep = () => [
  el("h1", null, t("sign-up.title")),
  form({
    name: "sign-up",
    fields: [emailField, { name: "nickname", autocomplete: "nickname", maxlength: 20 }, newPassword("password")],
    submit: "sign-up.submit",
    action: values => send("POST", "/api/accounts", values, { guest: true }),
    done: async ({ email, password }) => {
      mailedTo.set(email);
      // Where this fails, because many sign in, the code can be entered all the same.
      await signIn(email, password);
      await go(`/sign-up?${new URLSearchParams({ step: "code", back: backAddress() })}`, { replace: true });
    },
  }),
  el("p", null, el("a", { href: `/sign-in${location.search}` }, t("sign-up.have"))),
];

const codeStep = () => [
  el("h1", null, t("sign-up.code-title")),
  el("p", null, t("sign-up.code-text", { email: mailedTo.get() ?? t("sign-up.your-email") })),
  form({
    name: "sign-up-code",
    fields: [codeField],
    submit: "sign-up.confirm",
    action: ({ code }) => send("POST", "/api/accounts/confirmations", { code }, { guest: true }),
    done: async () => {
      mailedTo.clear();
      await go(backAddress(), { replace: true });
      announce(t("sign-up.confirmed"));
    },
  }),
  el("p", null, el("a", { href: backAddress() }, t("sign-up.later"))),
];

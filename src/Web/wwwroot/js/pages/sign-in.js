// Signing in, and back to where the fan was.

import { el, t } from "../core/dom.js";
import { emailField, form } from "../core/forms.js";
import { backAddress, go } from "../core/router.js";
import { signIn } from "../core/session.js";

export default {
  title: "sign-in.title",
  async show(main) {
    const asked = new URLSearchParams(location.search);
    const why = asked.get("why") === "password" ? "sign-in.password-changed" : asked.has("back") && backAddress() !== "/" && "sign-in.why";
    main.append(
      el("h1", null, t("sign-in.title")),
      ...why ? [el("p", { class: "note" }, t(why))] : [],
      form({
        name: "sign-in",
        fields: [emailField, { name: "password", type: "password", autocomplete: "current-password", maxlength: 200 }],
        submit: "sign-in.submit",
        action: ({ email, password }) => signIn(email, password),
        done: () => go(backAddress(), { replace: true }),
      }),
      el("p", null, el("a", { href: `/sign-up${location.search}` }, t("sign-in.new"))),
      el("p", null, el("a", { href: `/password-reset${location.search}` }, t("sign-in.forgot"))));
  },
};

import { el, t } from "../core/dom.js";

export default {
  title: "home.title",
  async show(main) {
    main.append(el("h1", null, t("home.title")));
  },
};

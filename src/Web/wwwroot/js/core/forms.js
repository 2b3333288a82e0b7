// Forms whose content survives: an error changes nothing that was typed, and a reload or a detour brings all of it back but the passwords.

import { el, hasText, t } from "./dom.js";
import { draft } from "./drafts.js";
import { problemBox } from "./problems.js";

const emailForm = /^[^@\s]+@[^@\s]+$/;

/**
 * Makes a form.
 * @param name The name of its draft.
 * @param fields Of each: `name` as the API calls it, `label` of the texts `field.…`, `value` to begin with, and attributes of the input.
 * @param submit The key of the button's text.
 * @param action Sends the values; returns an answer of api.js.
 * @param done What follows a success, given the values and the answer.
 */
export function form({ name, fields, submit, action, done }) {
  const kept = draft(name), before = kept.get() ?? {}, box = el("div");
  const rows = fields.map(field => row(name, field, before[field.name]));
  const button = el("button", { class: "main" }, t(submit));
  const values = () => Object.fromEntries(rows.map(({ field, input }) => [field.name, field.type === "password" ? input.value : input.value.trim()]));
  const keep = () => kept.set(Object.fromEntries(rows.filter(({ field }) => field.type !== "password").map(({ field, input }) => [field.name, input.value])));
  const passwords = rows.filter(({ field }) => field.type === "password");
  let isBusy = false;

  async function send(event) {
    event.preventDefault();
    if (isBusy) return;
    rows.forEach(one => one.complain(null));
    const wrong = rows.filter(one => one.complain(faultOf(one.field, values()[one.field.name])));
    if (wrong.length) return wrong[0].input.focus();
    isBusy = true;
    button.setAttribute("aria-disabled", "true");
    const sent = values(), answer = await action(sent);
    isBusy = false;
    button.removeAttribute("aria-disabled");
    if (answer.ok) {
      kept.clear();
      box.replaceChildren();
      return done(sent, answer);
    }
    const named = rows.filter(({ field, complain }) => answer.problem.errors?.[field.name] && complain(wrongText(field)));
    box.replaceChildren(problemBox(answer.problem));
    (named[0]?.input ?? button).focus();
  }

  return el("form", { class: "form", novalidate: true, onsubmit: send, oninput: keep },
    box, rows.map(one => one.element),
    passwords.length > 0 && el("p", { class: "check" },
      el("input", { type: "checkbox", id: `${name}-show`, onchange: ({ target }) => passwords.forEach(({ input }) => { input.type = target.checked ? "text" : "password"; }) }),
      el("label", { for: `${name}-show` }, t("field.show"))),
    el("p", null, button));
}

function row(form, field, before) {
  const { name, label = name, value = "", ...attributes } = field, id = `${form}-${name}`, hasHint = hasText(`field.${label}.hint`) && attributes.autocomplete !== "current-password";
  const hint = hasHint && el("small", { id: `${id}-hint` }, t(`field.${label}.hint`)), error = el("span", { id: `${id}-error`, class: "wrong" });
  const input = el("input", { id, name, value: before ?? value, required: true, "aria-describedby": `${hasHint ? `${id}-hint ` : ""}${id}-error`, ...attributes });
  const complain = text => {
    error.textContent = text ?? "";
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    return Boolean(text);
  };
  return { field: { ...field, label }, input, complain, element: el("p", { class: "field" }, el("label", { for: id }, t(`field.${label}`)), input, hint, error) };
}

const wrongText = ({ label, type }) => t([label, type].map(name => `field.${name}.wrong`).find(hasText) ?? "field.wrong");

function faultOf(field, value) {
  if (!value) return t("field.required");
  const isShort = field.minlength && [...value].length < field.minlength;
  return isShort || (field.type === "email" && !emailForm.test(value)) ? wrongText(field) : null;
}

/** The fields that several forms have. */
export const emailField = { name: "email", type: "email", autocomplete: "username", maxlength: 254 };
export const newPassword = name => ({ name, label: name === "password" ? "password" : "new-password", type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 });
export const codeField = { name: "code", autocomplete: "one-time-code", minlength: 32, maxlength: 32, autocapitalize: "none", spellcheck: "false" };

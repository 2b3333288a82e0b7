// What every page is made of: elements, texts in the fan's language, and dates and money as the fan reads them.

const sets = new Map();
const languages = ["ko", "en"];
const chosenLanguage = "language";

/**
 * Makes an element. Attributes with null, undefined or false are omitted; functions named on… become listeners; `value` and `checked` are set as properties, after the
 * children. Children are nodes, texts, numbers or lists of these.
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag), late = [];
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") late.push([name, value]);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  for (const [name, value] of late) element[name] = value;
  return element;
}

/** Says something to screen readers without moving the focus. The same text twice is said twice. */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

/** Loads a style sheet of css/ that only some pages need, once. */
export async function loadStyle(name) {
  const address = import.meta.resolve(`../../css/${name}.css`);
  if (document.querySelector(`link[href="${address}"]`)) return;
  await new Promise((resolve, reject) => document.head.append(el("link", { rel: "stylesheet", href: address, onload: resolve, onerror: reject })));
}

/** The language of the page: the fan's choice, else the first of the browser's that the shop speaks, else Korean. */
export function language() {
  const chosen = localStorage.getItem(chosenLanguage);
  return languages.includes(chosen) ? chosen : navigator.languages.map(one => one.slice(0, 2)).find(one => languages.includes(one)) ?? languages[0];
}

/** Keeps the fan's choice; the router shows the page again. */
export function setLanguage(code) {
  localStorage.setItem(chosenLanguage, code);
  dispatchEvent(new Event("language-changed"));
}

/** Loads texts in the language of the page, or in another: the shop's own, and a set such as `map` for the pages that need it. */
export async function loadTexts(set, code = language()) {
  const names = [code, ...(set ? [`${set}.${code}`] : [])];
  await Promise.all(names.filter(name => !sets.has(name)).map(async name => sets.set(name, (await import(`../../texts/${name}.js`)).default)));
  document.documentElement.lang = code;
}

/** A text by its key. `{name}` in it stands for a value; a text that is a function makes itself of the values. Call it while a page is shown, not while a module loads. */
export function t(key, values = {}) {
  const code = document.documentElement.lang;
  for (const [name, texts] of sets) {
    const text = name.endsWith(code) ? texts[key] : undefined;
    if (text !== undefined) return typeof text === "function" ? text(values) : text.replace(/\{(\w+)\}/g, (_, part) => values[part] ?? "");
  }
  return key;
}

/** Whether there is a text with this key. */
export const hasText = key => t(key) !== key;

/** A name from the data, which is Korean whatever the language of the page. */
export const korean = text => el("span", { lang: "ko" }, text);

const formats = new Map();
function format(name, value, options) {
  const locale = document.documentElement.lang === "en" ? "en-GB" : "ko-KR", key = `${name} ${locale}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, { timeZone: "Asia/Seoul", ...options }));
  return formats.get(key).format(new Date(value));
}

/** Dates and times are Korean: games are played there. */
export const day = value => format("day", value, { month: "long", day: "numeric", weekday: "short" });
export const fullDay = value => format("fullDay", value, { year: "numeric", month: "long", day: "numeric", weekday: "short" });
export const time = value => format("time", value, { hour: "2-digit", minute: "2-digit", hour12: false });
export const dayAndTime = value => format("dayAndTime", value, { month: "long", day: "numeric", weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });

/** The Korean month of a time, such as 2027-04. */
export const monthOf = value => new Date(new Date(value).getTime() + 9 * 3_600_000).toISOString().slice(0, 7);

export const number = value => value.toLocaleString(document.documentElement.lang);
export const money = won => (document.documentElement.lang === "en" ? `₩${number(won)}` : `${number(won)}원`);

/** A length of time in words, such as `2일 3시간` or, below an hour, `04:59`. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000)), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  if (hours >= 24) return t("time.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours) return t("time.hours", { hours, minutes: minutes % 60 });
  return `${String(minutes).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

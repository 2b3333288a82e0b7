// The page: which game is watched, and what is done with every look at it.

import { Live, ask } from "./live.js";
import { SeatMap, drawLegend } from "./map.js";
import { Rate, showCounts, showRefusals, write } from "./numbers.js";

const byId = id => document.getElementById(id);
const select = byId("game"), pause = byId("pause"), connection = byId("connection");
const soldRate = new Rate("sold-line", "sold-most"), refusalsRate = new Rate("refusals-line", "refusals-most");
const map = new SeatMap(byId("map"), words => { if (byId("told").textContent !== words) byId("told").textContent = words; });
const day = new Intl.DateTimeFormat("ko-KR", { timeZone: "Asia/Seoul", month: "2-digit", day: "2-digit", weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });
const tellEvery = 5000;

/** The game in the address; null where it names none. */
const wanted = () => /^[1-9]\d{0,15}$/.exec(new URLSearchParams(location.search).get("game") ?? "")?.[0] ?? null;
let game = wanted(), built = null;

/** Fills the choice, once, with the games on sale; the one in the address is there in any case. */
async function listGames() {
  const { items } = await ask("/watch/games");
  const months = Map.groupBy(items, item => item.startsAt.slice(0, 7));
  select.replaceChildren(...[...months].map(([month, games]) => {
    const group = document.createElement("optgroup");
    group.label = month;
    group.append(...games.map(item => option(item.id, `${day.format(new Date(item.startsAt))} ${item.title}`)));
    return group;
  }));
  game ??= items[0] && String(items[0].id);
  if (game && !items.some(item => String(item.id) === game)) select.prepend(option(game, `Game ${game}, not on sale`));
  select.value = game ?? "";
}

function option(id, text) {
  const one = new Option(text, String(id));
  one.lang = "ko";
  return one;
}

/** What of a game doesn't change while it is watched: its name, its grades and their blocks, as the shop tells everybody. */
async function build(id, isCurrent) {
  const [{ title }, { items }] = await Promise.all([ask(`/api/games/${id}`), ask(`/api/games/${id}/grades`)]);
  const grades = await Promise.all(items.map(grade => ask(`/api/games/${id}/grades/${grade.gradeId}`)));
  if (!isCurrent()) return;
  byId("title").textContent = title;
  byId("title").lang = "ko";
  document.title = `${title} – Dugout`;
  map.build(grades);
  built = id;
}

async function look(isCurrent) {
  if (!select.options.length) await listGames();
  if (!game) return;
  const id = game;
  if (built !== id) await build(id, isCurrent);
  const [seen, refused] = await Promise.all([ask(`/watch/games/${id}`), ask("/watch/refusals")]);
  if (!isCurrent()) return;
  showCounts(seen);
  map.draw(seen);
  soldRate.add(seen.sold, performance.now());
  showRefusals(refused.refusals);
  write("refusals-rate", refusalsRate.add(Object.values(refused.refusals).reduce((sum, times) => sum + times, 0), refused.milliseconds));
}

function showState(state, next, status) {
  const why = status === 404 ? "There is no such game" : status ? `The shop answers ${status}` : "Connection lost";
  const words = { live: "Live.", paused: "Paused.", lost: `${why}. Trying again in ${Math.round(next / 1000)} s.` }[state];
  connection.dataset.state = state;
  // A status is read aloud when it changes: once a second would be too often.
  if (connection.textContent !== words) connection.textContent = words;
}

const live = new Live(look, showState);

function toggle() {
  live.toggle();
  pause.textContent = live.paused ? "Go on" : "Pause";
}

function choose(id) {
  game = id;
  soldRate.clear();
  // Who chooses wants to see it.
  if (live.paused) toggle();
  else live.restart();
}

select.addEventListener("change", () => {
  history.pushState(null, "", `?game=${select.value}`);
  choose(select.value);
});
addEventListener("popstate", () => {
  select.value = wanted() ?? select.options[0]?.value ?? "";
  choose(select.value);
});
pause.addEventListener("click", toggle);
addEventListener("keydown", event => {
  // What Space does for a control is the control's.
  if (event.key !== " " || event.repeat || event.target.closest("select, button, summary, a, input")) return;
  event.preventDefault();
  toggle();
});
setInterval(() => map.tellFocus(), tellEvery);
for (const media of ["(prefers-color-scheme: dark)", `(resolution: ${devicePixelRatio}dppx)`])
  matchMedia(media).addEventListener("change", redraw);
addEventListener("resize", () => [soldRate, refusalsRate].forEach(rate => rate.draw()));

function redraw() {
  drawLegend();
  map.redraw();
  [soldRate, refusalsRate].forEach(rate => rate.draw());
}

redraw();
live.restart();

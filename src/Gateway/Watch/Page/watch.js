// The page: selects the game, polls its state and shows it.

import { Live, request } from "./live.js";
import { Rate, showCounts, showErrors, write } from "./numbers.js";
import { Stadium } from "./stadium.js";

const byId = id => document.getElementById(id);
const select = byId("game"), pause = byId("pause"), connection = byId("connection");
const soldRate = new Rate("sold-line", "sold-peak"), errorsRate = new Rate("errors-line", "errors-peak");
const stadium = new Stadium(byId("map"), byId("grades"), byId("blocks"));
const day = new Intl.DateTimeFormat("ko-KR", { timeZone: "Asia/Seoul", month: "2-digit", day: "2-digit", weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });

/** The game in the address; null if there is none. */
const wanted = () => /^[1-9]\d{0,15}$/.exec(new URLSearchParams(location.search).get("game") ?? "")?.[0] ?? null;
let game = wanted(), built = null;

/** Fills the selection once with the games on sale, and with the game in the address if it is not on sale. */
async function listGames() {
  const { items } = await request("/watch/games");
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

/** Loads what does not change while a game is shown: its name, its grades and their blocks. */
async function build(id, isCurrent) {
  const [{ title }, { items }] = await Promise.all([request(`/api/games/${id}`), request(`/api/games/${id}/grades`)]);
  const grades = await Promise.all(items.map(grade => request(`/api/games/${id}/grades/${grade.gradeId}`)));
  if (!isCurrent()) return;
  byId("title").textContent = title;
  byId("title").lang = "ko";
  document.title = `${title} – Dugout`;
  await stadium.build(grades);
  built = id;
}

async function poll(isCurrent) {
  if (!select.options.length) await listGames();
  if (!game) return;
  const id = game;
  if (built !== id) await build(id, isCurrent);
  const [state, errors] = await Promise.all([request(`/watch/games/${id}`), request("/watch/errors")]);
  if (!isCurrent()) return;
  showCounts(state);
  stadium.draw(state);
  soldRate.add(state.sold, performance.now());
  showErrors(errors.errors);
  write("errors-rate", errorsRate.add(Object.values(errors.errors).reduce((sum, times) => sum + times, 0), errors.milliseconds));
}

function showState(state, next, status) {
  const why = status === 404 ? "There is no such game" : status ? `The shop responds with status ${status}` : "Connection lost";
  const words = { live: "Live.", paused: "Paused.", lost: `${why}. Trying again in ${Math.round(next / 1000)} s.` }[state];
  connection.dataset.state = state;
  // Screen readers announce every change of this text: once a second would be too often.
  if (connection.textContent !== words) connection.textContent = words;
}

const live = new Live(poll, showState);

function toggle() {
  live.toggle();
  pause.textContent = live.paused ? "Resume" : "Pause";
}

function choose(id) {
  game = id;
  soldRate.clear();
  // Selecting a game resumes a paused page.
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
  // Controls handle Space themselves.
  if (event.key !== " " || event.repeat || event.target.closest("select, button, summary, a, input, [role=application]")) return;
  event.preventDefault();
  toggle();
});
const drawRates = () => [soldRate, errorsRate].forEach(rate => rate.draw());
for (const media of ["(prefers-color-scheme: dark)", `(resolution: ${devicePixelRatio}dppx)`]) matchMedia(media).addEventListener("change", drawRates);
addEventListener("resize", drawRates);

drawRates();
live.restart();

// Touch and mouse on the map: a tap chooses, one finger or a drag moves, two fingers or the wheel zoom.

const tapPixels = 8, tapTime = 600;

/** Reports gestures of an element until `signal` aborts. `hover` gets null when the pointer leaves. */
export function listenToPointer(element, { tap, pan, zoom, hover, end }, signal) {
  const pointers = new Map();
  let start = null, tapped = null;

  const at = event => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left - element.clientLeft, y: event.clientY - box.top - element.clientTop };
  };
  const middle = () => {
    const all = [...pointers.values()];
    return { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all.reduce((sum, one) => sum + one.y, 0) / all.length };
  };
  const spread = () => {
    const [one, other] = [...pointers.values()];
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };

  function down(event) {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    start = pointers.size === 1 ? { ...at(event), time: event.timeStamp, moved: false } : null;
  }

  function move(event) {
    if (!pointers.has(event.pointerId)) {
      if (event.pointerType === "mouse") hover(at(event));
      return;
    }
    const [before, wide] = [middle(), spread()];
    pointers.set(event.pointerId, at(event));
    const now = middle();
    if (start && !start.moved && Math.hypot(now.x - start.x, now.y - start.y) < tapPixels) return;
    if (start) start.moved = true;
    if (pointers.size > 1 && wide > 0) zoom(spread() / wide, now.x, now.y);
    pan(now.x - before.x, now.y - before.y);
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return;
    tapped = start && !start.moved && event.type === "pointerup" && event.timeStamp - start.time < tapTime ? at(event) : null;
    start = null;
    end();
  }

  const on = (name, listener, options) => element.addEventListener(name, listener, { signal, ...options });
  on("pointerdown", down);
  on("pointermove", move);
  on("pointerup", up);
  on("pointercancel", up);
  // Only now: what a tap shows under the finger would get the click otherwise.
  on("click", () => {
    if (tapped) tap(tapped);
    tapped = null;
  });
  on("pointerleave", () => hover(null));
  // Where the wheel cannot zoom out any further, it scrolls the page.
  on("wheel", event => {
    const point = at(event), lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (zoom(Math.exp(-event.deltaY * lines / 400), point.x, point.y) === false) return;
    event.preventDefault();
    end();
  }, { passive: false });
}

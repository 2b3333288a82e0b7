// What a fan has typed or chosen and not yet sent: kept in the tab, over a reload, the back button and a sign-in.

const prefix = "draft:";

/** A draft by its name. Never put a password into one. */
export const draft = name => ({
  get: () => JSON.parse(sessionStorage.getItem(prefix + name)),
  set: value => sessionStorage.setItem(prefix + name, JSON.stringify(value)),
  clear: () => sessionStorage.removeItem(prefix + name),
});

/** Forgets all drafts, for the next fan. */
export const clearDrafts = () => Object.keys(sessionStorage).filter(key => key.startsWith(prefix)).forEach(key => sessionStorage.removeItem(key));

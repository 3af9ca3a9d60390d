// What the browser keeps of the page. It may refuse to, or have no room: then the page works until it is left.

/** What a tab keeps until it is closed. */
export const tab = keeper("sessionStorage");
/** What all tabs keep. */
export const browser = keeper("localStorage");

/** A storage of the browser, by its name: where it is blocked, even to look at it throws. */
function keeper(name) {
  return {
    /** What was kept under a key; null if nothing is there that can be read. */
    read(key) {
      try {
        return JSON.parse(globalThis[name].getItem(key));
      } catch {
        return null;
      }
    },

    /** Returns whether it is kept. If not, what was kept under this key before stays. */
    write(key, value) {
      try {
        globalThis[name].setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}

// Taking a game or a position along: as SGF, as a picture, as an address.

import { toAddress } from "./address.js";
import { showDialog } from "./dialogs.js";
import { button, h } from "./dom.js";
import { save, toSgf } from "./files.js";
import { toPng, toSvg } from "./picture.js";
import { reasonOf, t } from "./words.js";

/** Files are named after the players. */
const nameOf = ({ about }) => (about.players.every(Boolean) ? about.players.join(" - ") : "game");

export function showExport(app, game) {
  const guard = (action) => async () => {
    try {
      await action();
    } catch (error) {
      app.toast(error.lost ? t("away_gone") : reasonOf(error));
    }
  };
  const address = h("input", { type: "text", id: "address", readonly: true, hidden: true, "aria-label": t("copy_address") });
  const copy = async () => {
    address.value = `${location.href.split("#")[0]}#analyse/${toAddress(game)}`;
    try {
      await navigator.clipboard.writeText(address.value);
      app.toast(t("copied"));
    } catch {
      // Browsers have no clipboard for a page of another machine without TLS, or refuse it. There the reader copies.
      address.hidden = false;
      address.focus();
      address.select();
    }
  };
  const saveSgf = async (only) => {
    try {
      save(`${nameOf(game)}.sgf`, new Blob([await toSgf(app.engine, game, only)], { type: "application/x-go-sgf" }));
    } finally {
      // A request ends a search, also one that is refused.
      app.mode.live?.follow(game, game.at);
    }
    app.toast(t("saved"));
  };
  const savePicture = (type, make) => guard(async () => {
    save(`${nameOf(game)}.${type}`, await make(app.board));
    app.toast(t("saved"));
  });
  const { picture } = game.about;
  const isAside = game.end() !== game.end(game.root);
  showDialog(t("save"), (close) => h("div", { class: "form" },
    h("div", { class: "actions" },
      // A picture has no record.
      !picture && button({ name: "file", text: t("save_sgf"), id: "save-sgf", onclick: guard(() => saveSgf(null)) }),
      !picture && isAside && button({ name: "file", text: t("save_variation"), id: "save-variation", onclick: guard(() => saveSgf(game.end())) }),
      button({ name: "link", text: t("copy_address"), id: "copy-address", onclick: guard(copy) }),
      button({ name: "picture", text: t("save_picture", { type: "PNG" }), id: "save-png", onclick: savePicture("png", toPng) }),
      button({ name: "picture", text: t("save_picture", { type: "SVG" }), id: "save-svg", onclick: savePicture("svg", toSvg) })),
    address,
    button({ text: t("close"), kind: "primary", onclick: close })));
}

// Taking a game or a position along: as SGF, as a picture, as an address.

import { toAddress } from "./address.js";
import { showDialog } from "./dialogs.js";
import { button, h } from "./dom.js";
import { save, toSgf } from "./files.js";
import { toPng, toSvg } from "./picture.js";
import { t } from "./words.js";

export function showExport(app, game) {
  const done = (text) => app.toast(text);
  const guard = (action) => async () => {
    try {
      await action();
    } catch (error) {
      done(error.message);
    }
  };
  const copy = async () => {
    const address = `${location.href.split("#")[0]}#analyse/${toAddress(game)}`;
    await navigator.clipboard.writeText(address);
    done(t("copied"));
  };
  showDialog(t("export"), (close) => h("div", { class: "form" },
    h("div", { class: "actions" },
      button({ name: "file", text: "SGF", id: "save-sgf", onclick: guard(async () => save("game.sgf", new Blob([await toSgf(app.engine, game)], { type: "application/x-go-sgf" }))) }),
      button({ name: "link", text: t("copy_address"), id: "copy-address", onclick: guard(copy) }),
      button({ name: "picture", text: "PNG", id: "save-png", onclick: guard(async () => save("position.png", await toPng(app.board.svg))) }),
      button({ name: "picture", text: "SVG", id: "save-svg", onclick: guard(async () => save("position.svg", toSvg(app.board.svg))) })),
    button({ text: t("done"), kind: "primary", onclick: close })));
}

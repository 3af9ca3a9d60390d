// The board as a picture of its own.

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "opacity", "display", "font-family", "font-size", "font-weight", "text-anchor"];
const PIXELS_A_CELL = 40;
/** Height of the coordinates in cells. */
const LETTERS = 0.46;

/** A copy that needs no style sheet. */
function standalone(svg) {
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value) element.setAttribute(name, value.replace(/url\("?#([^")]+)"?\)/, "url(#$1)"));
    }
    // The radius of circles is a style, too. All elements tell one.
    const radius = style.getPropertyValue("r");
    if (radius && element.hasAttribute("r")) element.setAttribute("r", radius);
    // A dot that is only offered is not on the board.
    if (originals[index].matches(".ghost")) element.setAttribute("display", "none");
    element.removeAttribute("class");
  });
  copy.querySelectorAll('[display="none"]').forEach((element) => element.remove());
  // Nobody plays on a picture.
  for (const name of ["style", "class", "tabindex", "role"]) copy.removeAttribute(name);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.round(width * PIXELS_A_CELL));
  copy.setAttribute("height", Math.round(height * PIXELS_A_CELL));
  return copy;
}

/** The same picture of a board whatever its size on the screen is. */
const pictureOf = (board) => board.withLetters(LETTERS, standalone);

export function toSvg(board) {
  return new Blob([new XMLSerializer().serializeToString(pictureOf(board))], { type: "image/svg+xml" });
}

export async function toPng(board) {
  const copy = pictureOf(board);
  const [width, height] = ["width", "height"].map((name) => Number(copy.getAttribute(name)));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  const image = new Image(width, height);
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

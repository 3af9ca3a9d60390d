// What the engine plays: sizes of boards and komi.

/** Sizes of boards that are offered. */
export const SIZES = ["10x10", "15x15", "20x20", "30x30", "39x32"];
/** Most columns and rows of a board. */
export const LARGEST = 62;
/** Most komi in dots. They go to the second player, or to the first one if negative. */
export const MOST_KOMI = 150;

/** The columns and rows of a size such as `39x32`. */
export const sidesOf = (size) => size.split("x").map(Number);

/** Whether the engine plays with a komi. */
export const isKomi = (komi) => Number.isInteger(2 * komi) && Math.abs(komi) <= MOST_KOMI;

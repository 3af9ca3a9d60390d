// Short sounds, made on the spot; silent unless the reader wants them.

import { settings } from "./settings.js";

let context = null;

const NOTES = { put: [[520, 0.05]], capture: [[392, 0.08], [587, 0.1]], end: [[330, 0.12], [262, 0.2]] };

for (const name of ["click", "keydown"]) addEventListener(name, wake, true);

/** Makes the page able to sound. Some browsers allow that only while the reader presses something. */
function wake() {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume();
}

export function play(name) {
  if (!settings.sounds) return;
  wake();
  let at = context.currentTime;
  for (const [pitch, length] of NOTES[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

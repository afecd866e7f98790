/** A few sounds, made here. Browsers allow them from the first click or key on; before that nothing sounds. */

import { settings } from "./settings.svelte.ts";

let context: AudioContext | null = null;

/** Made, and resumed, only while a click or a key allows it: a browser that must refuse it says so in its console. */
function allow(): void {
  if (!settings.sound || !(navigator.userActivation?.isActive ?? true)) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {}); // then the next click may
}

for (const gesture of ["pointerup", "keydown", "click"]) addEventListener(gesture, allow, { passive: true });

function noise(at: number, length: number, pitch: number, loud: number): void {
  if (!context) return;
  const size = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, size, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 2 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loud }))
    .connect(context.destination);
  source.start(context.currentTime + at);
}

function tone(at: number, length: number, pitch: number): void {
  if (!context) return;
  const gain = new GainNode(context, { gain: 0 });
  const begin = context.currentTime + at;
  gain.gain.linearRampToValueAtTime(0.12, begin + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  const source = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  source.connect(gain).connect(context.destination);
  source.start(begin);
  source.stop(begin + length);
}

const SOUNDS = {
  /** Dice roll over wood. */
  dice: () =>
    [0, 0.07, 0.13, 0.21, 0.3].forEach((at, n) => {
      noise(at, 0.06, 1800 - 150 * n, 0.5);
    }),
  /** A tile is put down. */
  tile: () => noise(0, 0.08, 700, 0.8),
  /** It is my turn. */
  turn: () =>
    [660, 880].forEach((pitch, n) => {
      tone(n * 0.12, 0.35, pitch);
    }),
  end: () =>
    [523, 659, 784, 1047].forEach((pitch, n) => {
      tone(n * 0.11, 0.5, pitch);
    }),
};

export function sound(name: keyof typeof SOUNDS): void {
  if (settings.sound && context?.state === "running") SOUNDS[name]();
}

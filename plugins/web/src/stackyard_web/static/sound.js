// Sounds: a knock for a move, two knocks for the player's turn.

let context = null;

export function ring() {
  knock();
  knock(0.16);
}

export function knock(later = 0) {
  context ??= new AudioContext();
  const now = context.currentTime + later;
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.07);
  loud.gain.setValueAtTime(0.25, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(loud).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}

/*
 * The live level of a recording: new samples enter on the right and move left. With
 * reduced motion it is a single bar that grows and shrinks in place.
 */
import { useEffect, useRef } from "react";
import { levelOf } from "#core/chat/voice.ts";

const barWidth = 3;
const gap = 2;
const barEveryMs = 60;

export function LevelMeter({ analyser }: { analyser: AnalyserNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => drawLevel(canvas.current!, analyser), [analyser]);
  return <canvas ref={canvas} aria-hidden="true" className="h-7 w-full min-w-0 text-blue" />;
}

function drawLevel(canvas: HTMLCanvasElement, analyser: AnalyserNode): () => void {
  const paper = canvas.getContext("2d")!;
  const bins = new Uint8Array(analyser.frequencyBinCount);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const levels: number[] = [];
  let lastAt = 0;
  let frame = requestAnimationFrame(function draw(now) {
    frame = requestAnimationFrame(draw);
    if (now - lastAt < barEveryMs) return;
    lastAt = now;
    analyser.getByteFrequencyData(bins);
    levels.push(levelOf(bins));
    const { width, height } = sizeToScreen(canvas, paper);
    paper.fillStyle = getComputedStyle(canvas).color;
    if (isCalm) return paper.fillRect(0, height / 2 - 2, Math.max(4, levels.at(-1)! * width), 4);
    const count = Math.ceil(width / (barWidth + gap));
    levels.splice(0, levels.length - count);
    for (let i = 0; i < levels.length; i++) {
      const tall = Math.max(2, levels[levels.length - 1 - i]! * height);
      paper.fillRect(width - (i + 1) * (barWidth + gap) + gap, (height - tall) / 2, barWidth, tall);
    }
  });
  return () => cancelAnimationFrame(frame);
}

/** Also clears the canvas, as setting its size does. Returns its size in CSS pixels. */
function sizeToScreen(canvas: HTMLCanvasElement, paper: CanvasRenderingContext2D): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  paper.scale(devicePixelRatio, devicePixelRatio);
  return { width, height };
}

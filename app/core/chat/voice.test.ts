import { array, assert, constantFrom, nat, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { analyser, clockTime, levelOf, nextVoice, recording, spokenInsert, type VoiceEvent, type VoiceState } from "./voice.ts";

test("a recording is webm opus, heard every second, its level looked at as the specification says", () => {
  expect(recording).toMatchObject({ mimeType: "audio/webm;codecs=opus", dataEveryMs: 1000 });
  expect(analyser).toEqual({ fftSize: 512, smoothing: 0.8 });
});

describe("idle, recording, transcribing, idle", () => {
  test("the whole way round", () => {
    const seen: VoiceState[] = ["idle"];
    for (const event of ["started", "stopped", "transcribed"] as const) seen.push(nextVoice(seen.at(-1)!, event));
    expect(seen).toEqual(["idle", "recording", "transcribing", "idle"]);
  });
  test("whatever happened before, a failure ends in idle", () => {
    const events = array(constantFrom<VoiceEvent>("started", "stopped", "transcribed", "again", "failed", "discarded"));
    assert(
      property(events, (before) => {
        expect(nextVoice(before.reduce<VoiceState>(nextVoice, "idle"), "failed")).toBe("idle");
      }),
    );
  });
  test("late news changes nothing", () => {
    expect(nextVoice("idle", "transcribed")).toBe("idle");
    expect(nextVoice("transcribing", "discarded")).toBe("transcribing");
  });
});

describe("the words fit in where the caret stands", () => {
  test.each([
    ["", 0, "Hello there.", "Hello there."],
    ["Dear Ada,", 9, "thank you.", "Dear Ada, thank you."],
    ["Dear Ada,\n", 10, "Thank you.", "Dear Ada,\nThank you."],
    ["I saw it.", 5, "all of", "I saw all of it."],
    ["I saw.", 5, "her", "I saw her."],
    ["She said “”", 10, "no", "She said “no”"],
    ["kept", 4, "   ", "kept"],
  ])("%j at %d, %j", (text, at, spoken, whole) => {
    const insert = spokenInsert(text, at, spoken);
    expect(text.slice(0, at) + insert + text.slice(at)).toBe(whole);
  });
  test("nothing that stood there is ever changed", () => {
    assert(
      property(string(), nat(), string(), (text, n, spoken) => {
        const at = n % (text.length + 1);
        expect(spokenInsert(text, at, spoken).trim()).toBe(spoken.trim());
      }),
    );
  });
});

test("a level is between silence and full, and grows with the sound", () => {
  expect(levelOf(new Uint8Array(256))).toBe(0);
  expect(levelOf(new Uint8Array(256).fill(255))).toBe(1);
  expect(levelOf(new Uint8Array(256).fill(80))).toBeGreaterThan(levelOf(new Uint8Array(256).fill(20)));
  expect(levelOf(new Uint8Array(0))).toBe(0);
});

test.each([
  [0, "0:00"],
  [9.9, "0:09"],
  [75, "1:15"],
  [3600, "60:00"],
])("%d seconds are %s", (seconds, shown) => expect(clockTime(seconds)).toBe(shown));

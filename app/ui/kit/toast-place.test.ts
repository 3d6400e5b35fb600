import { expect, test } from "vitest";
import { freePlace, lowestFreePlace } from "./toast-place.ts";

const view = { width: 1280, height: 800 };
const size = { width: 384, height: 52 };

type Rect = { left: number; top: number; right: number; bottom: number };
const among = (controls: Rect[]) => (x: number, y: number) =>
  controls.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom);

function covers(place: { left: number; top: number }, { left, top, right, bottom }: Rect): boolean {
  return place.left < right && left < place.left + size.width && place.top < bottom && top < place.top + size.height;
}

test("an empty page has the notice in its upper right corner", () => {
  expect(freePlace(size, view, among([]))).toEqual({ left: 880, top: 16 });
});

test("a control in the corner stays free", () => {
  const close = { left: 1228, top: 20, right: 1264, bottom: 56 };
  const place = freePlace(size, view, among([close]))!;
  expect(covers(place, close)).toBe(false);
  expect(place).toMatchObject({ left: 880 });
});

test("no control of any size at any place is covered", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 16807) % 2147483647) % below;
  for (let round = 0; round < 300; round++) {
    const controls = Array.from({ length: 1 + random(30) }, () => {
      const [left, top] = [random(1200), random(760)];
      return { left, top, right: left + 24 + random(120), bottom: top + 24 + random(40) };
    });
    const place = freePlace(size, view, among(controls));
    if (place !== null) expect(controls.filter((control) => covers(place, control))).toEqual([]);
  }
});

test("a column full of controls gives way to the next", () => {
  const list = Array.from({ length: 40 }, (_, i) => ({ left: 900, top: i * 24, right: 1270, bottom: i * 24 + 20 }));
  expect(freePlace(size, view, among(list))!.left).toBeLessThan(880);
});

test("on a page of nothing but controls there is none", () => {
  expect(freePlace(size, view, () => true)).toBeNull();
});

test("on a phone the notice goes to the first free band", () => {
  const phone = { width: 390, height: 844 };
  const head = { left: 0, top: 0, right: 390, bottom: 60 };
  expect(freePlace({ width: 358, height: 52 }, phone, among([head]))).toMatchObject({ left: 16, top: 64 });
});

test("from below, the notice stands above what is at the bottom", () => {
  const phone = { width: 390, height: 844 };
  const bar = { left: 0, top: 790, right: 390, bottom: 844 };
  const small = { width: 358, height: 52 };
  expect(lowestFreePlace(small, phone, among([]))).toEqual({ left: 16, top: 776 });
  const place = lowestFreePlace(small, phone, among([bar]))!;
  expect(place.top + small.height).toBeLessThanOrEqual(bar.top);
  expect(place.top + small.height).toBeGreaterThan(bar.top - 20);
});

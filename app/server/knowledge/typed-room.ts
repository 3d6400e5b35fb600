/** Returns the array, or a larger copy of it that holds `length` numbers. */
export function roomFor<Numbers extends Uint8Array | Uint16Array | Uint32Array>(numbers: Numbers, length: number): Numbers {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/*
 * How values are parsed, the same for both engines. int8 (every count) becomes a number; a calendar date stays text,
 * because a Date would shift it by the server's time zone. Everything else is the driver's default.
 */
import { types, type CustomTypesConfig } from "pg";

const { INT8, DATE } = types.builtins;

export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return wholeNumber;
    if (oid === DATE) return (text: string) => text;
    return types.getTypeParser(oid, format) as unknown;
  }) as CustomTypesConfig["getTypeParser"],
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number; select it as text`);
  return value;
}

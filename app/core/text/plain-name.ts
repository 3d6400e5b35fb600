/* A name that people see beside others': one line's worth of characters that all of them can be seen. */
import { z } from "zod";
import { withoutInvisible } from "./invisible.ts";

/** To be given its limits: `plainName().min(1).max(100)`. */
export function plainName() {
  return z.string().overwrite(withoutInvisible).trim();
}

/* A name displayed alongside others: a single line of visible characters. */
import { z } from "zod";
import { withoutInvisible } from "./invisible.ts";

/** To be chained with limits: `plainName().min(1).max(100)`. */
export function plainName() {
  return z.string().overwrite(withoutInvisible).trim();
}

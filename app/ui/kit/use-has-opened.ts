import { useState } from "react";

/** True from the first opening on, so that the closing animation can be seen as well. */
export function useHasOpened(open: boolean): boolean {
  const [has, setHas] = useState(open);
  if (open && !has) setHas(true);
  return has || open;
}

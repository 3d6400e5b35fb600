import { useState } from "react";

/** True from the first opening on, so that what opens can also be seen to leave. */
export function useHasOpened(open: boolean): boolean {
  const [has, setHas] = useState(open);
  if (open && !has) setHas(true);
  return has || open;
}

/* Whether favicons of cited sites are available: only when signed in, and only
   if the administrator has not turned them off. */
import { createContext } from "react";

export const FaviconsContext = createContext(false);

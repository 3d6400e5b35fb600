/* Whether the signs of cited sites are to be had: only signed in, and only where whoever runs Stet has not switched them off. */
import { createContext } from "react";

export const FaviconsContext = createContext(false);

/* Every address × every role on the embedded database. */
import { onPreparedEmbedded } from "./databases.ts";
import { testMatrix } from "./matrix-tests.ts";

onPreparedEmbedded(testMatrix);

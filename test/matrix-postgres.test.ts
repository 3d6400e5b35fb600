/* Every address × every role on PostgreSQL. */
import { onPreparedPostgres } from "./databases.ts";
import { testMatrix } from "./matrix-tests.ts";

onPreparedPostgres(testMatrix);

/* Creates the template for new embedded databases ahead of the first start, which then takes half a second instead of
   two. */
import { haveTemplate } from "#server/db/embedded/cluster.ts";

await haveTemplate({ info() {}, error() {}, warn: (details, message) => console.error(message, details) });

/* In each test file: which functions its tests entered, for sources that report it (mutants.ts, `reporting`). */
import { afterEach } from "vitest";

const world = globalThis as { entered?: Set<string> };
world.entered?.clear();

afterEach(({ task }) => {
  if (world.entered !== undefined) Object.assign(task.file.meta, { entered: [...world.entered] });
});

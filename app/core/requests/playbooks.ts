/* What is asked of playbooks. */
import { z } from "zod";

/** POST /api/drafts/{id}/playbook-check: a playbook of the library; a built-in one’s id is the name of its file. */
export const newPlaybookCheckSchema = z.strictObject({
  playbookId: z.string().min(1).max(100),
  model: z.string().min(1).max(200).optional(),
});

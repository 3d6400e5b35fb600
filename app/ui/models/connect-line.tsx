/* What an administrator reads on the start screen while no model is connected. */
import { Link } from "react-router";
import { buttonClass } from "../kit/button.tsx";

export function ConnectLine() {
  return (
    <p className="-mt-3 mb-5 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-ink-soft">
      No model is connected yet.
      <Link to="/admin/models" className={buttonClass("outline", "small")}>
        Connect a model
      </Link>
    </p>
  );
}

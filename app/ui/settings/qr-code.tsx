/* A QR code as one SVG path. Always dark on light, even in the dark theme: scanners expect that. */
import { encode } from "uqr";

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-48 rounded-lg border border-rule bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
